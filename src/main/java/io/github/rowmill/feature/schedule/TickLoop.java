package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.schedule.store.Ticks;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Turns ticks into tasks. Every node runs this loop, and none waits for another. The loop sleeps until the next
 * tick. It also checks regularly for changes, because other nodes and SQL change schedules too.
 */
@Singleton
public class TickLoop {

    /**
     * Longest pause between two checks. A check reads only the first entry of an index, however many schedules
     * exist.
     */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Schedules of one round. After a round the loop reports that it is alive. */
    private static final int BATCH = 500;

    /** Pause when another node has locked the schedules that are due. If that node dies, this node takes them. */
    private static final Duration LEAVE_TO_OTHERS = Duration.ofMillis(500);

    private final Ticks ticks;
    private final TaskEvents events;
    private final NodeState node;
    private final Loop loop;

    TickLoop(Ticks ticks, TaskEvents events, NodeState node, Loops loops) {
        this.ticks = ticks;
        this.events = events;
        this.node = node;
        this.loop = loops.regular("tick", PAUSE, this::round);
    }

    /**
     * Starts at once, because schedules declared before the node opened may be due before the first pause ends.
     */
    void start(@Observes @Priority(NodeState.OPENED) StartupEvent start) {
        loop.wake();
    }

    void onChange(@Observes TaskEvent.ScheduleChanged changed) {
        loop.wake();
    }

    private void round() {
        if (node.isOpen()) {
            Optional<Duration> next = ticks.untilNext();
            (next.isPresent() && isOver(next.get()) ? tickDue() : next).ifPresent(this::sleep);
        }
    }

    private static boolean isOver(Duration time) {
        return time.isZero() || time.isNegative();
    }

    /** Handles the schedules that are due. Returns the time until the next round. */
    private Optional<Duration> tickDue() {
        return tickOnce() == BATCH ? Optional.of(Duration.ZERO) : ticks.untilNext();
    }

    /** Wakes the loop before its next regular round if a schedule is due earlier. */
    private void sleep(Duration next) {
        Duration pause = next.isNegative() ? LEAVE_TO_OTHERS : next;
        if (pause.compareTo(PAUSE) < 0) {
            loop.within(pause);
        }
    }

    /** Handles each schedule that is due, up to {@code BATCH} of them. Returns the number of schedules handled. */
    public int tickOnce() {
        int turns = 0;
        Optional<List<TaskEvent>> told;
        do {
            told = ticks.next(TickDecisions::of);
            told.ifPresent(all -> all.forEach(events::fire));
            turns += told.isPresent() ? 1 : 0;
        } while (told.isPresent() && turns < BATCH);
        return turns;
    }

    /** For tests: lets time pass for a schedule. Returns false if the schedule does not exist. */
    public boolean pass(String name, Duration time) {
        return ticks.pass(name, time);
    }

    /** For tests: lets time pass for all schedules that are not paused. */
    public void pass(Duration time) {
        ticks.pass(time);
    }
}
