package io.github.rowmill.feature.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.NotWaitingException;
import io.github.rowmill.api.QueueFullException;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.StaleVersionException;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.TaskChange;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests changes of tasks that have not started, by their version, while nodes claim tasks. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class ChangeTest extends EngineTest {

    private static final TaskChange URGENT = new TaskChange(null, -1, null, null, null, null);

    @Inject
    TaskChanges changes;

    @Inject
    HandClaims claims;

    @Inject
    Queues queues;

    @BeforeEach
    void withoutRules() {
        rows.execute("delete from rowmill_queue");
    }

    private void change(long id, long version, TaskChange change) {
        QuarkusTransaction.requiringNew().run(() -> changes.change(id, version, change));
    }

    private static TaskChange to(String queue) {
        return new TaskChange(queue, null, null, null, null, null);
    }

    @Test
    void aChangeOfAClaimedTaskIsRefused() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        List<Claimed> taken = claims.claim("default", Set.of("noop"), 1);

        assertThatThrownBy(() -> change(id, 0, URGENT)).isInstanceOf(StaleVersionException.class);
        assertThatThrownBy(() -> change(id, 1, URGENT)).isInstanceOf(NotWaitingException.class);

        assertThat(taken).hasSize(1);
        assertThat(rows.of(id, "priority")).isEqualTo("0");
    }

    /** The change reads the row before the other transaction commits, and detects the conflict when it writes. */
    @Test
    void aWriteThatCommitsBetweenReadingAndWritingIsNotUndone() throws SQLException {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("update rowmill_task set version = version + 1, tags = '{faster}' where id = " + id);
            CompletableFuture<Void> changing = Side.run(() -> change(id, 0, URGENT));
            await().until(() ->
                    rows.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'") > 0);

            other.commit();

            assertThatThrownBy(changing::join).hasCauseInstanceOf(StaleVersionException.class);
        }
        assertThat(rows.of(id, "priority")).isEqualTo("0");
        assertThat(rows.of(id, "tags")).isEqualTo("{faster}");
    }

    @Test
    void aParkedTaskThatIsMovedIsClaimedFromItsNewQueue() {
        rows.execute("insert into rowmill_queue (name, ordered) values ('turns', true)");
        queue.enqueue(NewTask.of("noop").queue("turns").key("a"));
        long second = queue.enqueue(NewTask.of("noop").queue("turns").key("a")).id();
        claims.claim("turns", Set.of("noop"), 10);
        assertThat(rows.of(second, "status")).isEqualTo("waiting");
        long version = Long.parseLong(rows.of(second, "version"));

        change(second, version, to("elsewhere"));

        assertThat(rows.of(second, "status")).isEqualTo("queued");
        assertThat(claims.claim("elsewhere", Set.of("noop"), 10))
                .extracting(Claimed::id)
                .containsExactly(second);
    }

    @Test
    void aParkedTaskThatIsChangedStaysParked() {
        rows.execute("insert into rowmill_queue (name, ordered) values ('turns', true)");
        queue.enqueue(NewTask.of("noop").queue("turns").key("a"));
        long second = queue.enqueue(NewTask.of("noop").queue("turns").key("a")).id();
        claims.claim("turns", Set.of("noop"), 10);

        change(second, Long.parseLong(rows.of(second, "version")), URGENT);

        assertThat(claims.claim("turns", Set.of("noop"), 10)).isEmpty();
        assertThat(rows.of(second, "status")).isEqualTo("waiting");
    }

    @Test
    void aTaskCannotMoveToAFullQueue() {
        queues.set("full", QueueRules.NONE.depth(1));
        queue.enqueue(NewTask.of("noop").queue("full").delay(Duration.ofHours(1)));
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();

        assertThatThrownBy(() -> change(id, 0, to("full"))).isInstanceOf(QueueFullException.class);
        assertThat(rows.of(id, "queue")).isEqualTo("default");
    }

    @Test
    void aChangeThatATriggerRefusesIsNotWritten() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();
        rows.asSuperuser(
                "create function test_no() returns trigger language plpgsql as $$ begin raise exception 'not like this'; end $$");
        rows.asSuperuser(
                "create trigger test_no before update of priority on rowmill_task for each row execute function test_no()");
        try {
            assertThatThrownBy(() -> change(id, 0, URGENT))
                    .isInstanceOf(InvalidTaskException.class)
                    .hasMessageContaining("not like this");
        } finally {
            rows.asSuperuser("drop function test_no() cascade");
        }
        assertThat(rows.of(id, "version")).isEqualTo("0");
    }

    @Test
    void aTaskThatIsMadeDueIsRun() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();

        change(id, 0, TaskChange.runNow());

        assertThat(mill.drain()).isEqualTo(1);
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }
}
