package io.github.rowmill.engine.execute;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The queues that have tasks in hand, and which of them is next. Called under the lock of {@link HeldTasks}. */
final class Turns {

    private final ToIntFunction<String> limits;
    private final Map<String, Slots> byQueue = new HashMap<>();
    private final ArrayDeque<Slots> order = new ArrayDeque<>();

    /** {@code limits} gives each queue's most tasks at once. */
    Turns(ToIntFunction<String> limits) {
        this.limits = limits;
    }

    /** The first queue that is {@code ready}, which goes behind the others then. */
    @Nullable
    Slots next(Predicate<Slots> ready) {
        for (int i = 0; i < order.size(); i++) {
            Slots slots = order.remove();
            order.add(slots);
            if (ready.test(slots)) {
                return slots;
            }
        }
        return null;
    }

    Slots of(String queue) {
        return byQueue.computeIfAbsent(queue, this::begin);
    }

    private Slots begin(String queue) {
        Slots slots = new Slots(limits.applyAsInt(queue));
        order.add(slots);
        return slots;
    }

    /** A queue of which nothing is in hand gets no slots by being asked for. */
    Slots peek(String queue) {
        Slots slots = byQueue.get(queue);
        return slots == null ? new Slots(limits.applyAsInt(queue)) : slots;
    }

    /** Names of queues may be many and used once each: they do not add up here. */
    void forgetIfIdle(String queue) {
        Slots slots = peek(queue);
        if (slots.isIdle()) {
            byQueue.remove(queue);
            order.remove(slots);
        }
    }

    Collection<Slots> all() {
        return order;
    }
}
