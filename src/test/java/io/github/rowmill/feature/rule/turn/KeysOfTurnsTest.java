package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.feature.rule.RuledTest;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A test of tasks with keys in the queue {@code turns}. */
abstract class KeysOfTurnsTest extends RuledTest {

    @Inject
    Claimer claimer;

    @Inject
    Queues queues;

    long enqueue(String key) {
        return queue.enqueue(NewTask.of("noop").queue(QUEUE).key(key)).id();
    }

    List<Long> enqueue(String key, int count) {
        return IntStream.range(0, count).mapToObj(i -> enqueue(key)).toList();
    }

    static List<Long> ids(List<Claimed> tasks) {
        return tasks.stream().map(Claimed::id).toList();
    }

    static Map<String, Long> byKey(List<Claimed> tasks) {
        return tasks.stream().collect(Collectors.groupingBy(task -> String.valueOf(task.key()), Collectors.counting()));
    }

    void complete(List<Claimed> tasks) {
        tasks.forEach(task -> end(task, Outcome.succeeded()));
    }

    String status(long id) {
        return rows.of(id, "status");
    }

    long lanes() {
        return rows.number("select count(*) from rowmill_lane");
    }

    /** Makes all lanes due, as if their time had come and no node had been notified. */
    void lookAgain() {
        rows.execute("update rowmill_lane set look_at = now()");
    }

    /** Claims and completes tasks one after the other, and returns their keys. */
    List<String> claimOneByOne(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Claimed> one = claim(1);
            keys.add(one.get(0).key());
            complete(one);
        }
        return keys;
    }
}
