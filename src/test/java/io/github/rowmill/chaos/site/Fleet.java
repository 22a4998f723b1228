package io.github.rowmill.chaos.site;

import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The slots of a site. */
public final class Fleet implements AutoCloseable {

    /** An act on one slot. */
    public interface Act {
        void on(Slot slot) throws Exception;
    }

    private final List<Slot> slots;

    Fleet(List<Slot> slots) {
        this.slots = List.copyOf(slots);
    }

    /** Starts all nodes. The first starts alone, because it creates the tables. */
    void start(Duration most) throws IOException {
        slots.get(0).start();
        slots.get(0).awaitUp(most);
        for (Slot slot : slots.subList(1, slots.size())) {
            slot.start();
        }
        for (Slot slot : slots) {
            slot.awaitUp(most);
        }
    }

    /**
     * Runs an act on a random slot whose node is up and that no other act has taken. Returns false if there is none.
     */
    public boolean strikeAny(Random random, Act act) throws Exception {
        List<Slot> shuffled = new ArrayList<>(slots);
        Collections.shuffle(shuffled, random);
        for (Slot slot : shuffled) {
            if (strike(slot, act)) {
                return true;
            }
        }
        return false;
    }

    /** Runs an act on one slot. Returns false if its node is not up, or another act has taken the slot. */
    public boolean strike(Slot slot, Act act) throws Exception {
        if (!slot.take()) {
            return false;
        }
        try {
            if (slot.state() != Slot.State.UP) {
                return false;
            }
            act.on(slot);
            return true;
        } finally {
            slot.release();
        }
    }

    /** Returns a random node that is up. It may die the next moment. */
    public Optional<Node> any(Random random) {
        List<Slot> up =
                slots.stream().filter(slot -> slot.state() == Slot.State.UP).toList();
        return up.isEmpty()
                ? Optional.empty()
                : Optional.of(up.get(random.nextInt(up.size())).node());
    }

    public List<Slot> slots() {
        return slots;
    }

    /** Clears the weather of all proxies, and calls off their cuts. */
    public void clearWeather() {
        slots.forEach(slot -> {
            slot.proxy().weather(Weather.CLEAR);
            slot.proxy().callOffCut();
        });
    }

    /** Returns the number of connections that were cut at a COMMIT. */
    public int commitsCut() {
        return slots.stream().mapToInt(slot -> slot.proxy().commitsCut()).sum();
    }

    @Override
    public void close() throws IOException {
        for (Slot slot : slots) {
            slot.close();
        }
    }
}
