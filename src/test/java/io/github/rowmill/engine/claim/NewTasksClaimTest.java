package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.task.Claimed;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the claim by id of tasks that a transaction has enqueued. A task is claimed only if it is as it was inserted.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class NewTasksClaimTest extends EngineTest {

    @Inject
    HandClaims claims;

    @Inject
    Queues queues;

    @Inject
    JoinedDatabase joined;

    @Test
    void aClaimByIdTakesTasksInTheOrderOfTheQueue() {
        long later = queue.enqueue(NewTask.of("noop").priority(5)).id();
        long first = queue.enqueue(NewTask.of("noop").priority(-1)).id();

        assertThat(claims.claimNew("default", List.of(later, first)))
                .extracting(Claimed::id)
                .containsExactly(first, later);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version = 1",
                "run_at = now() + interval '1 min'",
                "queue = 'other'",
                "status = 'cancelled', finished = now()",
                "expires_at = now() - interval '1 s'"
            })
    void aClaimByIdLeavesATaskThatWasChanged(String change) {
        long id = queue.enqueue(NewTask.of("noop")).id();
        rows.execute("update rowmill_task set " + change);

        assertThat(claims.claimNew("default", List.of(id))).isEmpty();
    }

    /** Two statements contain the columns that a claim writes: one in the code, and one in the database. */
    @Test
    void aClaimByIdWritesTheSameColumnsAsAnyOtherClaim() {
        NewTask task = NewTask.of("noop").uniqueKey("once").uniqueWhileQueued().maxAttempts(3);
        long atCommit = queue.enqueue(task).id();
        Claimed one = claims.claimNew("default", List.of(atCommit)).get(0);
        long found = queue.enqueue(task).id();
        Claimed other = claims.claim("default", Set.of("noop"), 1).get(0);

        assertThat(row(atCommit)).isEqualTo(row(found)).contains("executing");
        assertThat(rows.number(LEASES_FROM_NOW)).isEqualTo(2);
        assertThat(one.attempt()).isEqualTo(other.attempt()).isEqualTo(1);
    }

    // A clock is read for each column, in the order of the table. So last_updated may be a microsecond before started.
    private static final String LEASES_FROM_NOW = """
            select count(*)
              from rowmill_task
             where expiry - last_updated between interval '29 s' and interval '31 s'
               and last_updated - started between interval '-1 s' and interval '1 s'
               and started > created
            """;

    private String row(long id) {
        return rows.text(
                "select to_jsonb(t) - '{id,run_at,created,started,expiry,last_updated}'::text[] from rowmill_task t where id = "
                        + id);
    }

    @Test
    void aClaimByIdTakesNoTaskTwice() {
        long id = queue.enqueue(NewTask.of("noop")).id();

        assertThat(claims.claimNew("default", List.of(id))).hasSize(1);
        assertThat(claims.claimNew("default", List.of(id))).isEmpty();
        assertThat(claims.claim("default", Set.of("noop"), 10)).isEmpty();
    }

    @Test
    void aClaimByIdTakesNoTaskOfAQueueWithRules() {
        queues.set("ruled", QueueRules.NONE.concurrency(1));
        long id = queue.enqueue(NewTask.of("noop").queue("ruled")).id();

        assertThat(claims.claimNew("ruled", List.of(id))).isEmpty();
        assertThat(claims.claim("ruled", Set.of("noop"), 1)).hasSize(1);
        queues.delete("ruled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    void aClaimByIdTakesNoTaskInASnapshotTransaction(String isolation) {
        QuarkusTransaction.requiringNew().run(() -> {
            execute("set transaction isolation level " + isolation);
            long id = queue.enqueue(NewTask.of("noop")).id();

            assertThat(claims.claimNew("default", List.of(id))).isEmpty();
        });
    }

    private static final String SCANS =
            "select seq_scan from pg_stat_xact_all_tables where relid = 'pg_temp.rowmill_task'::regclass";

    /** According to its statistics, the table has no rows when the plan is made and when it is used. */
    @Test
    void aClaimByIdUsesTheIndexIfPlannedForAnEmptyTable() throws SQLException {
        String claim = "select count(*) from rowmill_claim_new('{%s}', 'default', 'o', 30)";
        try (Connection connection = rows.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("create temp table rowmill_task (like rowmill_task including all) on commit drop");
            statement.execute("analyze rowmill_task");
            statement.execute(claim.formatted(1));
            statement.execute(TaskRow.of("noop").sql(1000));

            long before = number(statement, SCANS);

            assertThat(number(statement, claim.formatted(7))).isEqualTo(1);
            assertThat(number(statement, SCANS)).isEqualTo(before);
            connection.rollback();
        }
    }

    @Test
    void aClaimByIdDoesNotChangeTheTransactionSettings() {
        String settings = "select current_setting('enable_seqscan') || ' ' || current_setting('plan_cache_mode')";
        QuarkusTransaction.requiringNew().run(() -> {
            String before = text(settings);
            long id = queue.enqueue(NewTask.of("noop")).id();

            assertThat(claims.claimNew("default", List.of(id))).hasSize(1);
            assertThat(text(settings)).isEqualTo(before);
        });
    }

    private void execute(String sql) {
        joined.statement(on -> on.run(sql));
    }

    private String text(String sql) {
        return joined.statement(on -> on.first(sql, row -> row.getString(1))).orElseThrow();
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
