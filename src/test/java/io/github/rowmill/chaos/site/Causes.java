package io.github.rowmill.chaos.site;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was done to slots, and when it was over: whatever else a node complains of, it complains of without a cause. */
public final class Causes {

    private final Map<String, Integer> underWay = new HashMap<>();
    private final Map<String, Long> ended = new HashMap<>();

    synchronized void begin(List<Slot> slots) {
        slots.forEach(slot -> underWay.merge(slot.name(), 1, Integer::sum));
    }

    synchronized void end(List<Slot> slots) {
        for (Slot slot : slots) {
            underWay.merge(slot.name(), -1, Integer::sum);
            ended.put(slot.name(), System.nanoTime());
        }
    }

    /** Whether something is being done to the slot, or was until so long ago. */
    public synchronized boolean mayExplain(Slot slot, Duration after) {
        if (underWay.getOrDefault(slot.name(), 0) > 0) {
            return true;
        }
        Long end = ended.get(slot.name());
        return end != null && System.nanoTime() - end < after.toNanos();
    }
}
