package io.github.rowmill.node.loop;

import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** Creates the loops of this node, so that health and metrics have them by name. */
@Singleton
public class Loops {

    /** Importance of a loop that is silent or fails. */
    public enum Kind {
        /** Runs rounds at an interval; no tasks run without them. */
        VITAL,
        /** Runs rounds at an interval. */
        REGULAR,
        /** Runs rounds when it is woken, and may be silent for a long time. */
        WOKEN
    }

    private record Known(Kind kind, LoopActivity pulse) {}

    private record Regular(Loop loop, Duration pause) {}

    private final TaskEvents events;
    private final Ticker ticker;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final List<Loop> threads = new CopyOnWriteArrayList<>();
    private final List<Regular> regulars = new CopyOnWriteArrayList<>();
    private volatile boolean hasEnded;

    /** Creates the loops; {@code events} receives failed rounds. */
    public Loops(TaskEvents events, Ticker ticker) {
        this.events = events;
        this.ticker = ticker;
    }

    /** Creates rounds that the caller runs at an interval. An interval of zero means that they run at any time. */
    public Rounds rounds(String name, Kind kind, Duration interval) {
        return new Rounds(name, untilTheEnd(events::roundFailed), pulse(name, kind, interval));
    }

    /**
     * Creates rounds that the caller runs at any time. Their failures go to {@code failures} and not to the
     * observers.
     */
    public Rounds rounds(String name, Kind kind, BiConsumer<String, Throwable> failures) {
        return new Rounds(name, untilTheEnd(failures), pulse(name, kind));
    }

    /** Ignores the failures of rounds that the end of the node cuts short. */
    private BiConsumer<String, Throwable> untilTheEnd(BiConsumer<String, Throwable> failures) {
        return (loop, thrown) -> {
            if (!hasEnded) {
                failures.accept(loop, thrown);
            }
        };
    }

    /** Creates the pulse of a loop that runs its own rounds. */
    public LoopActivity pulse(String name, Kind kind) {
        return pulse(name, kind, Duration.ZERO);
    }

    private LoopActivity pulse(String name, Kind kind, Duration interval) {
        LoopActivity pulse = new LoopActivity(ticker, interval);
        known.put(name, new Known(kind, pulse));
        return pulse;
    }

    /** Creates a thread that runs a round when it is woken. */
    public Loop woken(String name, Runnable round) {
        return thread(name, Kind.WOKEN, Duration.ZERO, round);
    }

    /**
     * Creates a thread that runs rounds with {@code pause} before each, from the start of the node on, and more
     * when it is woken.
     */
    public Loop vital(String name, Duration pause, Runnable round) {
        return regular(name, Kind.VITAL, pause, round);
    }

    /** Creates such a thread for a loop that tasks can run without. */
    public Loop regular(String name, Duration pause, Runnable round) {
        return regular(name, Kind.REGULAR, pause, round);
    }

    private Loop regular(String name, Kind kind, Duration pause, Runnable round) {
        Loop loop = thread(name, kind, pause, round);
        regulars.add(new Regular(loop, pause));
        return loop;
    }

    private Loop thread(String name, Kind kind, Duration pause, Runnable round) {
        Loop loop = new Loop(name, rounds(name, kind, pause).each(round));
        threads.add(loop);
        return loop;
    }

    /** Starts the threads that run rounds at an interval. */
    public void start() {
        regulars.forEach(regular -> regular.loop().start(regular.pause()));
    }

    /** Ends all threads and interrupts their rounds. Later failures are ignored. */
    @PreDestroy
    public void stop() {
        hasEnded = true;
        threads.forEach(Loop::stop);
    }

    /** Returns the pulses of the loops of some kinds, by name. */
    public Map<String, LoopActivity> pulses(Set<Kind> kinds) {
        Map<String, LoopActivity> pulses = new TreeMap<>();
        known.forEach((name, loop) -> {
            if (kinds.contains(loop.kind())) {
                pulses.put(name, loop.pulse());
            }
        });
        return pulses;
    }
}
