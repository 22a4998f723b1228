package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests waits, marks and records of steps beside other transactions. */
@QuarkusTest
@TestProfile(ByHand.class)
class SignalRaceTest extends StepTest {

    private static final String MINE = "version = 1 and operator_id = 'n'";

    private static final String SLEEP = """
            update rowmill_task
               set status = 'queued', operator_id = null, expiry = null, awaits = 'paid', run_at = now() + interval '1 h',
                   version = version + 1
             where id = %s
            """;

    @Inject
    SignalDelivery delivery;

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private long task;

    /** Inserts an executing task, as node {@code n} holds it in its first attempt. */
    @BeforeEach
    void begin() {
        task = rows.number("""
                insert into rowmill_task (type, status, operator_id, expiry, started, attempts, version)
                    values ('probe', 'executing', 'n', now() + interval '1 h', now(), 1, 1)
                returning id
                """);
    }

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    private Connection transaction(String... statements) throws SQLException {
        Connection connection = rows.connect();
        connection.setAutoCommit(false);
        for (String sql : statements) {
            text(connection, sql);
        }
        return connection;
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return null;
            }
            ResultSet row = statement.getResultSet();
            return row.next() ? row.getString(1) : null;
        }
    }

    private String send(String payload) {
        return rows.text("insert into rowmill_signal (task, name, payload) values (%s, 'paid', '%s') returning id"
                .formatted(task, payload));
    }

    /** Returns the statement of a wait of an attempt. Its result is the state and the payload. */
    private String await(int version, String step) {
        return "select concat_ws(' ', state, payload) from rowmill_step_wait(%s, %s, 'n', '%s', 'paid', 3600)"
                .formatted(task, version, step);
    }

    private List<String> mark(Connection connection, String... ids) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select concat_ws(' ', signal, queue) from rowmill_signal_mark('{%s}') order by signal"
                                .formatted(String.join(",", ids)))) {
            while (row.next()) {
                found.add(row.getString(1));
            }
        }
        return found;
    }

    private List<String> mark(String... ids) throws SQLException {
        try (Connection connection = rows.connect()) {
            return mark(connection, ids);
        }
    }

    /** Waits until a session waits for a lock. */
    private void awaitBlocked() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> rows.number("select count(*) from pg_locks where not granted") > 0);
    }

    @Test
    void theMarkOfAnExecutingTaskLeavesItsLease() throws SQLException {
        String signal = send("1");

        assertThat(mark(signal)).containsExactly(signal);

        assertThat(rows.number("select count(*) from rowmill_task where signalled and " + MINE))
                .isOne();
        assertThat(mark(signal)).containsExactly(signal);
    }

    @Test
    void aTaskThatSleepsIsDueWithItsMark() throws SQLException {
        rows.execute(SLEEP.formatted(task));
        String signal = send("1");

        assertThat(mark(signal)).containsExactly(signal + " default");

        assertThat(rows.of(task, "run_at <= clock_timestamp() and version = 3")).isEqualTo("t");
    }

    @Test
    void aTaskThatIsLockedIsMarkedLater() throws SQLException {
        rows.execute(SLEEP.formatted(task));
        String signal = send("1");
        try (Connection holder = transaction("select id from rowmill_task where id = %s for update".formatted(task))) {
            assertThat(mark(signal)).isEmpty();
            assertThat(delivery.sweepOnce(Duration.ZERO)).isZero();
            holder.commit();
        }

        delivery.sweepOnce(Duration.ZERO);

        assertThat(rows.of(task, "run_at <= clock_timestamp()")).isEqualTo("t");
        assertThat(rows.number("select count(*) from rowmill_signal where marked"))
                .isOne();
    }

    @Test
    void aTaskThatFallsAsleepDuringAMarkBecomesDue() throws SQLException {
        String signal;
        try (Connection verdict = transaction(SLEEP.formatted(task))) {
            signal = send("1");
            assertThat(mark(signal)).isEmpty();
            verdict.commit();
        }

        assertThat(mark(signal)).containsExactly(signal + " default");
    }

    @Test
    void aSenderThatDiesAfterItsCommitLosesNothing() {
        rows.execute(SLEEP.formatted(task));
        send("1");
        long before = delivery.swept();

        assertThat(delivery.sweepOnce(Duration.ofHours(1))).isZero();
        assertThat(delivery.sweepOnce(Duration.ZERO)).isOne();
        assertThat(delivery.swept() - before).isOne();

        assertThat(rows.of(task, "run_at <= clock_timestamp()")).isEqualTo("t");
        assertThat(delivery.sweepOnce(Duration.ZERO)).isZero();
    }

    @Test
    void aSignalThatWasTakenNeedsNoMark() throws SQLException {
        String signal = send("1");
        assertThat(rows.text(await(1, "a"))).isEqualTo("received 1");

        assertThat(mark(signal)).containsExactly(signal);

        assertThat(rows.of(task, "signalled")).isNull();
    }

    @Test
    void aSignalOfADeletedTaskNeedsNoMark() throws SQLException {
        String signal = send("1");
        rows.execute("delete from rowmill_task where id = " + task);

        assertThat(mark(signal)).containsExactly(signal);
    }

    @Test
    void aTaskThatHasEndedGetsNoMark() throws SQLException {
        rows.execute(
                "update rowmill_task set status = 'dead', operator_id = null, expiry = null, finished = now() where id = "
                        + task);
        String id = send("1");

        assertThat(mark(id)).containsExactly(id);
        assertThat(rows.of(task, "signalled")).isNull();
    }

    @Test
    void aWaitThatIsRolledBackTakesNothing() throws SQLException {
        send("1");
        try (Connection dying = transaction()) {
            assertThat(text(dying, await(1, "a"))).isEqualTo("received 1");
            dying.rollback();
        }

        assertThat(rows.text(await(1, "a"))).isEqualTo("received 1");
        assertThat(rows.text(await(1, "a"))).isEqualTo("received 1");
    }

    @Test
    void twoAttemptsReceiveOneSignalForOneStep() throws Exception {
        send("1");
        send("2");
        receiveTheFirstInTwoAttempts();
    }

    @Test
    void twoAttemptsReceiveOneSignalForAWaitThatIsOpen() throws Exception {
        assertThat(rows.text(await(1, "a"))).isEqualTo("sleeps");
        send("1");
        send("2");
        receiveTheFirstInTwoAttempts();
    }

    private void receiveTheFirstInTwoAttempts() throws Exception {
        try (Connection former = transaction()) {
            assertThat(text(former, await(1, "a"))).isEqualTo("received 1");
            rows.execute("update rowmill_task set version = 3 where id = " + task);
            Future<String> latter = other.submit(() -> rows.text(await(3, "a")));
            awaitBlocked();
            former.commit();

            assertThat(latter.get(30, TimeUnit.SECONDS)).isEqualTo("received 1");
        }
        assertThat(rows.text("select string_agg(cast(payload as text), ' ') from rowmill_signal"))
                .isEqualTo("2");
    }

    @Test
    void twoStepsReceiveASignalEach() throws Exception {
        send("1");
        send("2");
        try (Connection one = transaction()) {
            assertThat(text(one, await(1, "a"))).isEqualTo("received 1");
            Future<String> two = other.submit(() -> rows.text(await(1, "b")));
            awaitBlocked();
            one.commit();

            assertThat(two.get(30, TimeUnit.SECONDS)).isEqualTo("received 2");
        }
    }

    @Test
    void aLateAttemptTakesNothingForAWaitThatIsOpen() {
        assertThat(rows.text(await(1, "a"))).isEqualTo("sleeps");
        rows.execute("update rowmill_task set version = 3 where id = " + task);
        send("1");

        assertThat(rows.text(await(1, "a"))).isEqualTo("lost");

        assertThat(rows.number("select count(*) from rowmill_signal")).isOne();
        assertThat(rows.text(await(3, "a"))).isEqualTo("received 1");
    }

    @Test
    void aWaitUnderALostLeaseTakesNothing() {
        send("1");
        assertThat(rows.text(await(2, "a"))).isEqualTo("lost");
        assertThat(rows.text(await(1, "a").replace("'n'", "'m'"))).isEqualTo("lost");

        assertThat(rows.number("select count(*) from rowmill_signal")).isOne();
        assertThat(rows.number("select count(*) from rowmill_step")).isZero();
    }
}
