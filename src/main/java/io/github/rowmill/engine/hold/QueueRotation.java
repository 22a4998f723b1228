package io.github.rowmill.engine.hold;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The queues of which this node holds tasks, and the order of their turns. Called under the lock of
 * {@link HeldTasks}.
 */
final class QueueRotation {

    private final ToIntFunction<String> limits;
    private final Map<String, QueueSlots> byQueue = new HashMap<>();
    private final ArrayDeque<QueueSlots> order = new ArrayDeque<>();

    /**
     * Creates the turns of no queues.
     *
     * @param limits returns the largest number of tasks of a queue that run at once
     */
    QueueRotation(ToIntFunction<String> limits) {
        this.limits = limits;
    }

    /**
     * Returns the first queue that is {@code ready}, and moves it behind the others.
     *
     * @return null if no queue is ready
     */
    @Nullable
    QueueSlots next(Predicate<QueueSlots> ready) {
        for (int i = 0; i < order.size(); i++) {
            QueueSlots slots = order.remove();
            order.add(slots);
            if (ready.test(slots)) {
                return slots;
            }
        }
        return null;
    }

    QueueSlots of(String queue) {
        return byQueue.computeIfAbsent(queue, this::begin);
    }

    private QueueSlots begin(String queue) {
        QueueSlots slots = new QueueSlots(limits.applyAsInt(queue));
        order.add(slots);
        return slots;
    }

    /** Returns the slots of a queue. Does not store new slots for a queue of which this node holds nothing. */
    QueueSlots peek(String queue) {
        QueueSlots slots = byQueue.get(queue);
        return slots == null ? new QueueSlots(limits.applyAsInt(queue)) : slots;
    }

    /**
     * Removes a queue without held tasks. Many queue names may be used once each, and would otherwise accumulate.
     */
    void forgetIfIdle(String queue) {
        QueueSlots slots = peek(queue);
        if (slots.isIdle()) {
            byQueue.remove(queue);
            order.remove(slots);
        }
    }

    /** Takes the waiting tasks of each queue, up to the first that is not {@code wanted}. */
    List<HeldTask> takeWaiting(Predicate<HeldTask> wanted) {
        List<HeldTask> taken = new ArrayList<>();
        for (QueueSlots slots : order) {
            while (!slots.waiting.isEmpty() && wanted.test(slots.waiting.element())) {
                taken.add(slots.waiting.remove());
            }
        }
        return taken;
    }

    Collection<QueueSlots> all() {
        return order;
    }
}
