package io.github.rowmill.chaos.site;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A record of the faults of a site, and of broken promises that were seen. */
public final class Journal {

    /** A period in which a fault hit all nodes, or no node was up, in milliseconds of this machine's clock. */
    public record Disturbance(long from, long to) {}

    /** A period in which a node could not run, or could not reach the database. */
    public record Trouble(String operator, long from, long to) {}

    /** A node that was killed while it may have held tasks. */
    public record Fall(String operator, long at) {}

    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Queue<Disturbance> disturbances = new ConcurrentLinkedQueue<>();
    private final Queue<Trouble> troubles = new ConcurrentLinkedQueue<>();
    private final Queue<Fall> falls = new ConcurrentLinkedQueue<>();
    private final Queue<String> offences = new ConcurrentLinkedQueue<>();

    /** Counts one more under this name. */
    public void count(String name) {
        counts.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
    }

    public Map<String, Integer> counts() {
        Map<String, Integer> all = new TreeMap<>();
        counts.forEach((name, count) -> all.put(name, count.get()));
        return all;
    }

    public void disturbed(long from, long to) {
        disturbances.add(new Disturbance(from, to));
    }

    public List<Disturbance> disturbances() {
        return List.copyOf(disturbances);
    }

    public void troubled(Trouble trouble) {
        troubles.add(trouble);
    }

    public List<Trouble> troubles() {
        return List.copyOf(troubles);
    }

    public void fell(String operator) {
        falls.add(new Fall(operator, System.currentTimeMillis()));
    }

    public List<Fall> falls() {
        return List.copyOf(falls);
    }

    /** Notes a promise that was seen broken during the run. */
    public void offence(String what) {
        offences.add(what);
    }

    public List<String> offences() {
        return List.copyOf(offences);
    }
}
