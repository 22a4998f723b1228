package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.engine.HeldHandlersTest;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.operate.page.Apart;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a node with more workers than connections. It polls so rarely that only wake-ups explain early starts. */
@QuarkusTest
@TestProfile(Apart.class)
@Timeout(60)
class ScarceConnectionsTest extends HeldHandlersTest {

    private static final int WORKERS = Apart.WORKERS;
    private static final int CONNECTIONS = Apart.POOL - 1;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Inject
    Claimer claimer;

    /** Deletes tasks that wait for a connection. They would start as soon as the others end. */
    @AfterEach
    void leaveNothing() {
        rows.execute("delete from rowmill_task where status in ('queued', 'waiting')");
    }

    @Test
    void allWorkersRunHandlersThatHoldNoConnection() {
        enqueue("probe", WORKERS + 5);

        awaitBegun(WORKERS);

        assertThat(pool.running()).isEqualTo(WORKERS);
    }

    @Test
    void noMoreTransactionalTasksAreClaimedThanHaveConnections() throws SQLException {
        enqueue("probe-tx", 60);

        awaitBegun(CONNECTIONS);

        assertThat(claimer.claimOnce()).isZero();
        assertThat(count("queued")).isEqualTo(60 - CONNECTIONS);
        assertThat(pool.size()).isEqualTo(CONNECTIONS);
        try (Connection reserve = rows.connect()) {
            assertThat(reserve.isValid(1)).isTrue();
        }
    }

    @Test
    void aConnectionThatComesFreeStartsTheNextTransactionalTask() {
        AtomicInteger together = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Probes.Probe counted = probes.behave(task -> {
            most.accumulateAndGet(together.incrementAndGet(), Math::max);
            Thread.yield();
            together.decrementAndGet();
            return null;
        });
        queue.enqueue(IntStream.range(0, 300)
                .mapToObj(i -> NewTask.of("probe-tx", counted).queue(name + i % 3))
                .toList());

        await().atMost(PATIENCE).until(() -> count("completed") == 300);

        assertThat(most.get()).isBetween(1, CONNECTIONS);
        assertThat(rows.number("select count(*) from rowmill_task where attempts <> 1"))
                .isZero();
    }

    @Test
    void otherTasksPassTransactionalTasksWithoutAConnection() {
        enqueue("probe-tx", 70);
        enqueue("probe", 70);

        awaitBegun(WORKERS);

        assertThat(running("probe-tx")).isEqualTo(CONNECTIONS);
        assertThat(running("probe")).isEqualTo(WORKERS - CONNECTIONS);
    }

    @Test
    void transactionalTasksKeepTheirPlaceIfAllWorkersAreFree() {
        QuarkusTransaction.requiringNew().run(() -> {
            enqueue("probe", 45);
            enqueue("probe-tx", 5);
            enqueue("probe", 10);
        });

        awaitBegun(WORKERS);

        assertThat(running("probe-tx")).isEqualTo(5);
    }

    @Test
    void aCommitClaimsNoTransactionalTaskThatHasNoConnection() {
        for (int i = 0; i < CONNECTIONS; i++) {
            enqueue("probe-tx", 1);
        }
        long late = queue.enqueue(task("probe-tx")).id();
        long plain = queue.enqueue(task("probe").queue(name + "-other")).id();
        awaitBegun(CONNECTIONS + 1);

        assertThat(rows.of(late, "status")).isEqualTo("queued");
        assertThat(rows.of(plain, "status")).isEqualTo("executing");
        end.countDown();
        await().atMost(PATIENCE).until(() -> rows.of(late, "status").equals("completed"));
    }

    @Test
    void aCommitReservesConnectionsForTransactionalTasksOnly() {
        QuarkusTransaction.requiringNew()
                .run(() ->
                        Stream.of("probe", "probe-tx", "probe", "probe-tx").forEach(type -> queue.enqueue(task(type))));
        awaitBegun(4);

        assertThat(pool.connections().free()).isEqualTo(CONNECTIONS - 2);
        end.countDown();
        awaitIdle();
        assertThat(pool.connections().free()).isEqualTo(CONNECTIONS);
    }

    @Test
    void anEnqueueThatIsRolledBackGivesTheConnectionsBack() {
        QuarkusTransaction.begin();
        enqueue("probe-tx", 3);
        QuarkusTransaction.rollback();

        assertThat(pool.connections().free()).isEqualTo(CONNECTIONS);
    }

    @Test
    void turnsOfKeysStartNoTransactionalTaskWithoutConnection() {
        queues.set(name, QueueRules.NONE.perKey(1));
        List<NewTask> tasks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            tasks.add(task("probe-tx").key("tx-" + i));
            tasks.add(task("probe-tx").key("tx-" + i));
            tasks.add(task("probe").key("plain-" + i));
            tasks.add(task("probe").key("plain-" + i));
        }
        queue.enqueue(tasks);

        awaitBegun(CONNECTIONS + 30);

        assertThat(running("probe-tx")).isEqualTo(CONNECTIONS);
        assertThat(running("probe")).isEqualTo(30);
        end.countDown();
        await().atMost(PATIENCE).until(() -> count("completed") == 120);
        queues.delete(name);
    }

    private NewTask task(String type) {
        return NewTask.of(type, held).queue(name);
    }

    private void enqueue(String type, int count) {
        queue.enqueue(IntStream.range(0, count).mapToObj(i -> task(type)).toList());
    }

    private void awaitBegun(int count) {
        await().atMost(PATIENCE).until(() -> begun.size() == count);
    }

    private long count(String status) {
        return rows.number("select count(*) from rowmill_task where status = '%s'".formatted(status));
    }

    private long running(String type) {
        return rows.number(
                "select count(*) from rowmill_task where status = 'executing' and type = '%s'".formatted(type));
    }
}
