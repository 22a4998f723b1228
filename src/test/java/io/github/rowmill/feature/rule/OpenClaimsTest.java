package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.task.Claimed;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a limit holds for each claim that begins after its commit, even if an earlier claim is still open. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class OpenClaimsTest extends RuledTest {

    /** A claim as a node makes it by a search, under the rules that the node sees. */
    private static final String CLAIM = """
            select set_config('rowmill.admission', 'asked', true);
            select t.id, exists (select 1 from rowmill_queue where name = 'turns')
              from rowmill_task t where queue = 'turns' and status = 'queued' order by id limit 2 for no key update skip locked;
            update rowmill_task
               set status = 'executing', operator_id = 'slow', expiry = now() + interval '1 hour',
                   started = now(), attempts = attempts + 1, version = version + 1
             where id in (select id from rowmill_task where queue = 'turns' and status = 'queued' order by id limit 2)
            """;

    private Connection slow;

    @BeforeEach
    void connect() throws SQLException {
        slow = rows.connect();
        slow.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        slow.rollback();
        slow.setAutoCommit(true);
        slow.close();
    }

    private void enqueue(int count) {
        for (int i = 0; i < count; i++) {
            queue.enqueue(NewTask.of("noop").queue(QUEUE));
        }
    }

    private void run(String sql) throws SQLException {
        try (var statement = slow.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Sets a limit. Its row looks as if the last change was an hour ago. */
    private void limit(int most) {
        rules("concurrency = " + most);
        rows.execute("update rowmill_queue set last_updated = now() - interval '1 hour'");
    }

    private long executing() {
        return rows.number("select count(*) from rowmill_task where status = 'executing' and queue = 'turns'");
    }

    /** The server locks a table when it parses a statement, before it checks permissions. */
    @Test
    void aSessionWithoutRightsOnTasksBlocksNoClaim() throws SQLException {
        rows.asSuperuser("drop role if exists test_neighbour; create role test_neighbour login");
        String url = slow.getMetaData().getURL().replaceAll("user=[^&]*", "user=test_neighbour");
        try (Connection neighbour = DriverManager.getConnection(url, "test_neighbour", "")) {
            neighbour.setAutoCommit(false);
            try (var statement = neighbour.createStatement()) {
                statement.execute("prepare one as insert into rowmill_task (type) values ('x')");
                statement.execute("prepare other as select 1 from rowmill_queue");
            }
            enqueue(3);
            limit(2);

            assertThat(claim(8)).hasSize(2);
            neighbour.rollback();
        }
        rows.asSuperuser("drop role test_neighbour");
    }

    @Test
    void anOpenClaimCountsAgainstALaterLimit() throws SQLException {
        enqueue(8);
        run(CLAIM);
        limit(2);

        List<Claimed> beside = claim(8);
        slow.commit();

        assertThat(executing())
                .as("with %s that started beside it", beside.size())
                .isEqualTo(2);
        assertThat(claim(8)).isEmpty();
        rows.execute(
                "delete from rowmill_task where id in (select id from rowmill_task where operator_id = 'slow' limit 1)");
        assertThat(claim(8)).hasSize(1);
        assertThat(claim(8)).isEmpty();
    }

    @Test
    void anOpenClaimAtCommitCountsAgainstALaterLimit() {
        enqueue(4);
        QuarkusTransaction.begin();
        List<Long> ids = List.of(queue.enqueue(NewTask.of("noop").queue(QUEUE)).id());
        assertThat(claims.claimNew(QUEUE, ids)).hasSize(1);
        QuarkusTransaction.suspendingExisting().run(() -> limit(1));

        List<Claimed> beside = QuarkusTransaction.suspendingExisting().call(() -> claim(8));
        QuarkusTransaction.commit();

        assertThat(executing())
                .as("with %s that started beside it", beside.size())
                .isEqualTo(1);
        assertThat(claim(8)).isEmpty();
    }

    @Test
    void theQueueStartsTasksAfterTheOpenClaimIsRolledBack() throws SQLException {
        enqueue(4);
        run(CLAIM);
        limit(2);
        assertThat(claim(8)).isEmpty();

        slow.rollback();

        assertThat(claim(8)).hasSize(2);
        assertThat(claim(8)).isEmpty();
    }

    @Test
    void transactionsAfterTheFirstClaimAreNotWaitedFor() throws SQLException {
        enqueue(4);
        run(CLAIM);
        limit(2);
        assertThat(claim(8)).isEmpty();
        try (Connection later = rows.connect()) {
            later.setAutoCommit(false);
            later.createStatement()
                    .execute("select 1 from rowmill_queue; select 1 from rowmill_task for share skip locked");
            slow.rollback();

            claim(8);
            later.rollback();
            later.setAutoCommit(true);
        }

        assertThat(rows.text("select open_claims from rowmill_queue")).isEqualTo("{}");
    }

    @Test
    void aTransactionThatOnlyReadsBlocksNoClaim() throws SQLException {
        enqueue(4);
        run("select 1 from rowmill_queue; select 1 from rowmill_task");
        limit(2);

        assertThat(claim(8)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"array[held]", "held || cast(null as bigint)", "null"})
    void aDamagedListOfHeldTasksIsBuiltAgain(String held) {
        enqueue(8);
        limit(3);
        Claimed first = claim(2).get(0);
        rows.execute("update rowmill_queue set held = " + held);

        assertThat(claim(8)).hasSize(1);
        assertThat(claim(8)).isEmpty();
        assertThat(executing()).isEqualTo(3);
        assertThat(rows.of(first.id(), "status")).isEqualTo("executing");
    }
}
