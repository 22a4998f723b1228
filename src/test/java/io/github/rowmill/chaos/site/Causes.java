package io.github.rowmill.chaos.site;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notes the times of faults for each slot. Outside of them, a node has no cause to complain. */
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

    /** Returns whether a fault of the slot goes on, or ended less than {@code after} ago. */
    public synchronized boolean mayExplain(Slot slot, Duration after) {
        if (underWay.getOrDefault(slot.name(), 0) > 0) {
            return true;
        }
        Long end = ended.get(slot.name());
        return end != null && System.nanoTime() - end < after.toNanos();
    }
}
