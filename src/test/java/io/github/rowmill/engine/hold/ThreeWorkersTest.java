package io.github.rowmill.engine.hold;

import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A test of the tasks that a node with three workers holds. At most two workers are for the queue {@code narrow}. */
abstract class ThreeWorkersTest {

    static final Connections UNLIMITED = new Connections(Integer.MAX_VALUE);

    final SettableTicker ticker = new SettableTicker();

    final Map<String, Integer> limits = Map.of("narrow", 2);

    final HeldTasks held = held(3);

    long lastId;

    HeldTask recovered(String queue) {
        return inHand(ClaimedTasks.claimed(new Lease(++lastId, 2), queue, 2, 1));
    }

    HeldTasks held(int workers) {
        return new HeldTasks(workers, UNLIMITED, queue -> limits.getOrDefault(queue, workers), ticker);
    }

    static Demand workers(int count) {
        return new Demand(count, 0);
    }

    int room(String queue, int ahead) {
        return held.room(queue, 1, live -> ahead);
    }

    static List<HeldTask> next(HeldTasks held) {
        return Stream.generate(held::next).takeWhile(Objects::nonNull).toList();
    }

    void add(String... queues) {
        List.of(queues).forEach(queue -> held.add(inHand(queue)));
    }

    void abandon(HeldTask task) {
        held.lost(task);
        held.settled(task.task().lease());
    }

    HeldTask inHand(String queue) {
        return inHand(ClaimedTasks.claimed(++lastId, queue));
    }

    HeldTask inHand(Claimed task) {
        return new HeldTask(task, TestTypes.type("report"), ticker, ticker.nanos(), Duration.ofSeconds(30));
    }

    HeldTask transactional() {
        return new HeldTask(
                ClaimedTasks.claimed(++lastId, "a"),
                TestTypes.transactional("report"),
                ticker,
                ticker.nanos(),
                Duration.ofSeconds(30));
    }

    static List<String> queues(List<HeldTask> tasks) {
        return tasks.stream().map(HeldTask::queue).toList();
    }
}
