package io.github.rowmill.feature.flow;

import static io.github.rowmill.api.FlowView.PartState.HELD;
import static io.github.rowmill.api.FlowView.PartState.OPEN;
import static io.github.rowmill.api.FlowView.PartState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowPassedException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests looks while other transactions end tasks, lock rows, retry and add. No look waits. */
@QuarkusTest
@TestProfile(ByHand.class)
class FlowRaceTest extends FlowTest {

    private static final String END = """
            update rowmill_task
               set status = '%s', finished = clock_timestamp(), last_updated = clock_timestamp(), version = version + 1,
                   watched = case when watched or '%1$s' <> 'completed' then true end
             where id = %s
            """;

    @Inject
    FlowSweep sweep;

    @Inject
    Looks looks;

    /** Opens a transaction and runs statements in it. A statement fails if it waits for a lock. */
    private Connection transaction(String... statements) throws SQLException {
        Connection other = rows.connect();
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.execute("set local lock_timeout = '5s'");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return other;
    }

    private static String end(long id, String status) {
        return END.formatted(status, id);
    }

    /** Runs a look at tasks in its own transaction, and returns its results. */
    private List<String> look(Object... ids) throws SQLException {
        try (Connection connection = rows.connect()) {
            return look(connection, ids);
        }
    }

    private static List<String> look(Connection connection, Object... ids) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            if (connection.getAutoCommit()) {
                statement.execute("set lock_timeout = '5s'");
            }
            try (ResultSet row =
                    statement.executeQuery("select what from rowmill_look(array[%s]::bigint[]) where what <> 'marked'"
                            .formatted(String.join(
                                    ",", Arrays.stream(ids).map(String::valueOf).toList())))) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
            if (connection.getAutoCommit()) {
                statement.execute("reset lock_timeout");
            }
        }
        return found;
    }

    private long fanIn(Flow.Failure failure) {
        Flow flow = Flow.of("race").onFailure(failure);
        Flow.Part some = flow.add("some", many("m", 2));
        flow.add("then", work("then")).after(some);
        return enqueue(flow);
    }

    @Test
    void aLookThatMarksADueTaskNamesItsQueue() {
        long first = task(fanIn(Flow.Failure.HOLD), "some");
        rows.execute("update rowmill_task set run_at = now() - interval '1 s' where id = " + first);
        rows.execute("update rowmill_task set status = 'completed', finished = now() where id = " + (first + 1));

        assertThat(rows.text(
                        "select string_agg(what || ' ' || name, ',') from rowmill_look('{%s}')".formatted(first + 1)))
                .isEqualTo("marked " + rows.of(first, "queue"));
    }

    @Test
    void twoLastTasksThatEndTogetherStartTheNextPartOnce() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        try (Connection one = transaction(end(first, "completed"));
                Connection two = transaction(end(first + 1, "completed"))) {
            // Neither transaction sees the end of the other task, and both tasks are locked.
            assertThat(look(first)).isEmpty();
            one.commit();
            assertThat(look(first)).isEmpty();
            two.commit();
        }
        assertThat(look(first + 1)).containsExactly("queued");
        assertThat(look(first, first + 1)).isEmpty();
        assertThat(rows.of(first + 2, "status || ' ' || version")).isEqualTo("queued 1");
        assertThat(rows.number("select count(*) from rowmill_task where watched and finished is not null"))
                .isZero();
    }

    /** A look stores the task up to which all had ended. It checks these tasks again before it decides. */
    @Test
    void aLookChecksAgainTasksThatEndedEarlier() throws SQLException {
        Flow flow = Flow.of("race");
        Flow.Part some = flow.add("some", many("m", 40));
        flow.add("then", work("then")).afterEndOf(some);
        long first = task(enqueue(flow), "some");
        rows.execute(end(first, "dead"));
        for (int n = 8; n < 40; n++) {
            rows.execute(end(first + n, "completed"));
        }
        assertThat(look(rows.number("select watching from rowmill_part where part = 2")))
                .isEmpty();
        assertThat(rows.number("select seen from rowmill_part where part = 1")).isEqualTo(first);

        rows.execute("update rowmill_task set status = 'queued', finished = null, version = version + 1 where id = "
                + first);
        for (int n = 1; n < 8; n++) {
            rows.execute(end(first + n, "completed"));
        }

        assertThat(look(first + 1)).isEmpty();
        rows.execute(end(first, "completed"));
        assertThat(look(first)).containsExactly("queued");
    }

    @Test
    void aNodeThatDiesBetweenVerdictAndLookLosesNothing() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(end(first, "completed"));
        rows.execute(end(first + 1, "completed"));
        try (Connection dying = transaction()) {
            assertThat(look(dying, first + 1)).containsExactly("queued");
            dying.rollback();
        }
        assertThat(state(id, "then")).isEqualTo(WAITING);

        assertThat(sweep.sweepOnce(Duration.ofHours(1))).isZero();
        assertThat(sweep.sweepOnce(Duration.ZERO)).isOne();
        looks.lookOnce();

        assertThat(state(id, "then")).isEqualTo(OPEN);
        assertThat(sweep.sweepOnce(Duration.ZERO)).isZero();
    }

    @Test
    void aLookPassesOverAFlowThatIsLocked() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(end(first, "completed"));
        rows.execute(end(first + 1, "completed"));
        try (Connection other = transaction("select 1 from rowmill_flow where id = %s for share".formatted(id))) {
            assertThat(look(first + 1)).containsExactly("again");
            assertThat(rows.of(first + 1, "watched")).isEqualTo("t");
            other.rollback();
        }
        assertThat(look(first + 1)).containsExactly("queued");
    }

    @Test
    void aLookThatMeetsALockedTaskIsRepeated() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(end(first + 1, "completed"));
        try (Connection verdict = transaction(end(first, "completed"))) {
            assertThat(look(first + 1)).containsExactly("again");
            verdict.commit();
        }
        assertThat(rows.of(first + 1, "watched")).isEqualTo("t");
        assertThat(look(first + 1)).containsExactly("queued");
    }

    @Test
    void lockedTasksOfAPartStartWithTheNextLook() throws SQLException {
        Flow flow = Flow.of("race");
        Flow.Part one = flow.add("one", work("one"));
        flow.add("many", many("m", 3)).after(one);
        long id = enqueue(flow);
        long first = task(id, "one");
        rows.execute(end(first, "completed"));
        try (Connection other =
                transaction("select 1 from rowmill_task where id = %s for update".formatted(first + 2))) {
            assertThat(look(first)).containsExactly("queued", "again");
            assertThat(rows.text("select string_agg(status, ' ' order by id) from rowmill_task where id > " + first))
                    .isEqualTo("queued waiting queued");
            other.rollback();
        }
        assertThat(look(first)).containsExactly("queued");
        assertThat(state(id, "many")).isEqualTo(OPEN);
    }

    @Test
    void aRetryWaitsForAnOpenLookAtItsTask() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(end(first, "completed"));
        rows.execute(end(first + 1, "dead"));
        try (Connection looking = transaction()) {
            assertThat(look(looking, first + 1)).containsExactly("held");
            try (Connection retrying = rows.connect();
                    Statement statement = retrying.createStatement()) {
                statement.execute("set lock_timeout = '100ms'");
                assertThatThrownBy(
                                () -> statement.execute("select rowmill_retry_state(%s, %s)".formatted(id, first + 1)))
                        .hasMessageContaining("lock timeout");
                statement.execute("reset lock_timeout");
            }
            looking.commit();
        }
        assertThat(state(id, "then")).isEqualTo(HELD);
        queue.retry(first + 1);
        assertThat(rows.of(first + 1, "status || ' ' || watched")).isEqualTo("queued true");
        rows.execute(end(first + 1, "completed"));
        assertThat(look(first + 1)).containsExactly("queued");
    }

    /** Otherwise both would wait for each other: the retry waits for the flow, which the look has locked. */
    @Test
    void aLookDoesNotWaitForARetryThatHasLockedItsTask() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(end(first, "completed"));
        rows.execute(end(first + 1, "dead"));
        try (Connection retrying = transaction()) {
            Rows.number(retrying, "select id from rowmill_task where id = %s for update".formatted(first + 1));

            assertThat(look(first + 1)).containsExactly("held");
            retrying.rollback();
        }
        assertThat(state(id, "then")).isEqualTo(HELD);
    }

    /** Otherwise the part would open before the task is visible, and nothing would release the task. */
    @Test
    void aPartDoesNotOpenWhileOneOfItsTasksAddsATask() throws SQLException {
        long id = enqueueLargePart();
        long first = task(id, "one");
        assertThat(look(first)).contains("again");
        rows.execute(
                "update rowmill_task set status = 'executing', operator_id = 'x', expiry = now() + interval '1 h', version = 9 where id = "
                        + task(id, "many"));
        try (Connection adding = transaction()) {
            assertThat(Rows.number(
                            adding,
                            "select case when waits then 1 else 0 end from rowmill_flow_add(%s, 'many', %s, 9, 'x', true)"
                                    .formatted(id, task(id, "many"))))
                    .isOne();

            assertThat(look(first)).containsExactly("again");
            adding.rollback();
        }
        assertThat(look(first)).containsExactly("queued");
    }

    @Test
    void aLookSeesAnEarlierRetry() throws SQLException {
        long id = fanIn(Flow.Failure.CANCEL);
        long first = task(id, "some");
        rows.execute(end(first, "completed"));
        rows.execute(end(first + 1, "dead"));
        queue.retry(first + 1);

        assertThat(look(first + 1)).isEmpty();
        assertThat(state(id, "then")).isEqualTo(WAITING);
        rows.execute(end(first + 1, "dead"));
        assertThat(look(first + 1)).contains("ended");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
    }

    @Test
    void anAddFromOutsideDelaysTheNextPart() throws SQLException {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(end(first, "completed"));
        rows.execute(end(first + 1, "completed"));
        QuarkusTransaction.begin();
        long added = flows.add(id, "some", many("late", 1)).get(0);
        assertThat(QuarkusTransaction.suspendingExisting().call(() -> look(first + 1)))
                .containsExactly("again");
        QuarkusTransaction.commit();

        assertThat(look(first + 1)).isEmpty();
        assertThat(state(id, "then")).isEqualTo(WAITING);
        rows.execute(end(added, "completed"));
        assertThat(look(added)).containsExactly("queued");
        assertThatThrownBy(() -> flows.add(id, "some", many("later", 1))).isInstanceOf(FlowPassedException.class);
    }

    @Test
    void aFlowWhoseLookTimesOutBlocksNoOtherFlow() {
        long slow = fanIn(Flow.Failure.HOLD);
        long fast = fanIn(Flow.Failure.HOLD);
        rows.execute("update rowmill_task set status = 'completed', finished = now() where status = 'queued'");
        rows.refuse("update", "new.flow = " + slow, "57014");
        try {
            looks.at(List.of(task(slow, "some") + 1, task(fast, "some") + 1), List.of(slow));
            for (int i = 0; i < 10 && looks.lookOnce(); i++) {
                assertThat(state(slow, "then")).isEqualTo(WAITING);
            }
        } finally {
            rows.refuseNothing();
        }
        assertThat(state(fast, "then")).isEqualTo(OPEN);
        assertThat(looks.lookOnce()).isFalse();
    }

    @Test
    void aTaskDeletedBySqlIsFoundByTheHourlyWalk() {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        assertThat(sweep.walkOnce()).isZero();
        rows.execute("delete from rowmill_task where id in (%s, %s)".formatted(first, first + 1));

        assertThat(sweep.sweepOnce(Duration.ZERO)).isZero();
        assertThat(sweep.walkOnce()).isOne();
        looks.lookOnce();
        assertThat(state(id, "then")).isEqualTo(OPEN);
    }

    @Test
    void anEndWithoutAMarkIsFoundByTheHourlyWalk() {
        long id = fanIn(Flow.Failure.HOLD);
        long first = task(id, "some");
        rows.execute(
                "update rowmill_task set status = 'completed', finished = now(), watched = null where id in (%s, %s)"
                        .formatted(first, first + 1));

        assertThat(sweep.walkOnce()).isOne();
        looks.lookOnce();
        assertThat(state(id, "then")).isEqualTo(OPEN);
    }

    @Test
    void aLargePartStartsInSeveralLooks() throws SQLException {
        long id = enqueueLargePart();
        long first = task(id, "one");

        assertThat(look(first)).contains("again");
        assertThat(rows.text("select state from rowmill_part where part = 2")).isEqualTo("going");
        assertThat(rows.of(first, "watched")).isEqualTo("t");
        assertThat(look(first)).containsExactly("queued");
        assertThat(mill.flow(id).counts().queued()).isEqualTo(20_500);
    }

    /** Enqueues a part of one task, which has ended, and a part after it that starts in two looks. */
    private long enqueueLargePart() {
        Flow flow = Flow.of("race");
        Flow.Part one = flow.add("one", work("one"));
        flow.add("many", many("m", 20_500)).after(one);
        long id = enqueue(flow);
        rows.execute(end(task(id, "one"), "completed"));
        return id;
    }
}
