package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.execute.LeaseKeeper;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.feature.job.JobLoop;
import io.github.rowmill.feature.rule.turn.LockedRules;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that the engine's loops have their own connections, and that each of their waits ends. */
@QuarkusTest
@TestProfile(OwnConnectionsTest.SmallPool.class)
@Timeout(60)
class OwnConnectionsTest extends EngineTest {

    private static final int POOL = 9;
    private static final int WORKERS = 4;

    /** A small pool. Its driver sends text instead of typed parameters, as {@link SimpleModeTest} needs it. */
    public static class SmallPool implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "rowmill.enabled", "false",
                    "rowmill.lease", "20s",
                    "rowmill.workers", Integer.toString(WORKERS),
                    "quarkus.datasource.jdbc.max-size", Integer.toString(POOL),
                    "quarkus.datasource.jdbc.additional-jdbc-properties.preferQueryMode", "simple",
                    "quarkus.datasource.jdbc.acquisition-timeout", "1s");
        }
    }

    @ConfigProperty(name = "quarkus.datasource.jdbc.url")
    String url;

    @Inject
    Claimant claimant;

    @Inject
    LeaseKeeper leases;

    @Inject
    HandClaims claims;

    @Inject
    Completions completions;

    @Inject
    Recoverer recoverer;

    @Inject
    EngineDatabase database;

    @Inject
    JobLoop jobs;

    @Inject
    StatelessSession session;

    @Test
    void theLoopsRunWhileTheApplicationHoldsAllItsConnections() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        long busy = queue.enqueue(NewTask.of("probe", probes.behave(task -> release.await(30, TimeUnit.SECONDS))))
                .id();
        long expired = queue.enqueue(NewTask.of("noop")).id();
        claims.claim("default", Set.of("noop"), 1);
        mill.pass(expired, Duration.ofHours(1));
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < POOL; i++) {
            all.add(rows.connect());
        }
        try {
            assertThatThrownBy(() -> rows.connect()).isInstanceOf(SQLException.class);

            CompletableFuture<Integer> round = Side.begin(mill::runOnce);
            await().until(() -> direct("status", busy).equals("executing"));
            String expiry = direct("expiry", busy);
            leases.renewOnce();
            assertThat(direct("expiry", busy)).isGreaterThan(expiry);
            release.countDown();
            assertThat(round.get(30, TimeUnit.SECONDS)).isEqualTo(2);

            assertThat(direct("status", busy)).isEqualTo("completed");
            assertThat(direct("status || crashes", expired)).isEqualTo("completed1");
        } finally {
            release.countDown();
            close(all);
        }
    }

    @Test
    void transactionalHandlersCompleteWithNoConnectionBesideTheirOwn() throws Exception {
        queue.enqueue(IntStream.range(0, 40)
                .mapToObj(i -> NewTask.ofJson("event", "{\"account\": \"a\", \"name\": \"n\", \"n\": 1}"))
                .toList());
        List<Connection> rest = new ArrayList<>();
        for (int i = 0; i < POOL - WORKERS; i++) {
            rest.add(rows.connect());
        }

        try {
            assertThat(mill.drain()).isEqualTo(40);
        } finally {
            close(rest);
        }
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and attempts = 1"))
                .isEqualTo(40);
    }

    @Test
    void aWaitForATableLockIsGivenUpAndLeavesNoSessionBehind() throws SQLException {
        queue.enqueue(NewTask.of("noop"));
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("lock table rowmill_task in access exclusive mode");

            assertThatThrownBy(() -> claims.claim("default", Set.of("noop"), 1));
            assertThatThrownBy(() -> recoverer.recoverOnce());

            await().until(() -> rows.number(
                            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%rowmill_task%'")
                    == 0);
            other.rollback();
        }
        assertThat(claims.claim("default", Set.of("noop"), 1)).hasSize(1);
    }

    @Test
    void aClaimSetsTheIdleTimeoutOfItsTransaction() {
        queue.enqueue(NewTask.of("noop"));

        assertThat(rows.silenceOf("rowmill_task", () -> claims.claim("default", Set.of("noop"), 1)))
                .isEqualTo("5s");
    }

    @Test
    void aVerdictSetsTheIdleTimeoutOfTheHandlersTransaction() {
        queue.enqueue(NewTask.of("noop"));
        var lease = claims.claim("default", Set.of("noop"), 1).get(0).lease();

        assertThat(QuarkusTransaction.requiringNew().call(() -> {
                    completions.completeIfHeld(claimant, Successes.of(lease), () -> false);
                    return Sql.of(session, OwnConnectionsTest::limit);
                }))
                .isEqualTo("30s");
        assertThat(database.<String>statement(OwnConnectionsTest::limit)).isEqualTo("0");
    }

    @Test
    void aLockOnRulesSetsTheIdleTimeoutOfItsTransaction() {
        rows.execute("insert into rowmill_queue (name, concurrency) values ('ruled', 1)");
        try {
            assertThat(database.<String>transaction(own -> Sql.of(own, sql -> {
                        LockedRules.lock(sql, "ruled", database.longestSilence());
                        return limit(sql);
                    })))
                    .isEqualTo("5s");
        } finally {
            rows.execute("delete from rowmill_queue where name = 'ruled'");
        }
    }

    @Test
    void aPartOfAJobSetsTheIdleTimeoutOfItsTransaction() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();
        rows.execute("insert into rowmill_job (action, query, asked_by, total) values ('cancel', 'id', 'test', 1)");
        try {
            rows.execute("insert into rowmill_job_task (job, task) select max(id), %d from rowmill_job".formatted(id));

            assertThat(rows.silenceOf("rowmill_job", jobs::runOnce)).isEqualTo("5s");
        } finally {
            rows.execute("delete from rowmill_job");
        }
    }

    private static void close(List<Connection> connections) throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }

    private static String limit(Sql sql) throws SQLException {
        return sql.first("select current_setting('idle_in_transaction_session_timeout')", row -> row.getString(1))
                .orElseThrow();
    }

    private String direct(String column, long id) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                var found = connection
                        .createStatement()
                        .executeQuery("select %s from rowmill_task where id = %d".formatted(column, id))) {
            found.next();
            return found.getString(1);
        }
    }
}
