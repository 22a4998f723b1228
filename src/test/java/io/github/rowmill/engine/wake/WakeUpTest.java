package io.github.rowmill.engine.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.RarePolls;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests wake-ups of a node that works by itself. It polls so rarely that only wake-ups explain early starts. */
@QuarkusTest
@TestProfile(RarePolls.class)
class WakeUpTest extends EngineTest {

    @Inject
    Queues queues;

    @Test
    void aCommitWakesALocalWorkerAtOnce() {
        long id = queue.enqueue(NewTask.of("noop")).id();

        await().atMost(Duration.ofSeconds(5)).until(() -> rows.of(id, "status").equals("completed"));
    }

    @Test
    void tasksOfALimitedQueueFollowEachOtherWithoutAPoll() {
        queues.limit("limited", 1);
        AtomicInteger together = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                        most.accumulateAndGet(together.incrementAndGet(), Math::max);
                        together.decrementAndGet();
                        return null;
                    }))
                    .queue("limited"));
        }

        await().atMost(Duration.ofSeconds(10))
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") == 20);
        assertThat(most).hasValue(1);
        queues.unlimit("limited");
    }

    @ParameterizedTest
    @CsvSource({"probe, retry", "probe, snooze", "probe-tx, retry", "probe-tx, snooze"})
    void aTaskThatIsDueAgainAtOnceRunsAgainAtOnce(String type, String ending) {
        AtomicInteger runs = new AtomicInteger();
        Outcome again = ending.equals("retry")
                ? Outcome.retry(new IllegalStateException(), Duration.ZERO)
                : Outcome.snooze(Duration.ZERO);
        long id = queue.enqueue(NewTask.of(type, probes.behave(task -> runs.incrementAndGet() < 3 ? again : null)))
                .id();

        await().atMost(Duration.ofSeconds(5)).until(() -> rows.of(id, "status").equals("completed"));

        assertThat(runs).hasValue(3);
    }

    @Test
    void aTaskOfANewTypeInAQueueIsClaimedAtOnce() {
        for (int i = 0; i < 10; i++) {
            long id = queue.enqueue(NewTask.of("noop").queue("of-one-type")).id();
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> rows.of(id, "status").equals("completed"));
        }

        long other = queue.enqueue(NewTask.of("probe", probes.behave(task -> null))
                        .queue("of-one-type")
                        .priority(7))
                .id();

        await().atMost(Duration.ofSeconds(5))
                .until(() -> rows.of(other, "status").equals("completed"));
    }

    @Test
    void freedWorkersClaimTasksUntilTheQueuesAreEmpty() {
        queue.enqueue(IntStream.range(0, 3000)
                .mapToObj(i -> NewTask.of("noop").queue(i % 3 == 0 ? "a" : "b"))
                .toList());

        await().atMost(Duration.ofSeconds(30))
                .until(() -> rows.number("select count(*) from rowmill_task where status <> 'completed'") == 0);
    }

    @Test
    void aQueueKeepsItsOwnLimitBesideAnotherQueue() {
        Set<Long> running = ConcurrentHashMap.newKeySet();
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        var payload = probes.behave(task -> {
            running.add(task.id());
            seen.add(running.size());
            Thread.yield();
            running.remove(task.id());
            return null;
        });
        queue.enqueue(IntStream.range(0, 200)
                .mapToObj(i -> NewTask.of("probe", payload).queue("narrow"))
                .toList());
        queue.enqueue(IntStream.range(0, 50)
                .mapToObj(i -> NewTask.of("noop").queue("wide"))
                .toList());

        await().atMost(Duration.ofSeconds(30))
                .until(() -> rows.number("select count(*) from rowmill_task where status <> 'completed'") == 0);

        assertThat(seen).containsOnly(1);
    }

    @Test
    void aRetryByAnAdminWakesAWorker() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofDays(1))).id();
        queue.cancel(id);

        queue.retry(id);

        await().atMost(Duration.ofSeconds(5)).until(() -> rows.of(id, "status").equals("completed"));
    }
}
