package io.github.rowmill.engine.recur;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.recur.store.Ticks;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes tasks of ticks. Every node does, and none waits for another. It sleeps until the next tick, and asks now and then
 * whether that has changed, as other nodes and SQL change schedules too.
 */
@Singleton
public class TickLoop {

    /** What an idle node pays for schedules, however many there are, is one look at the first entry of an index in this time. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Schedules of one round; then the loop shows that it is alive. */
    private static final int BATCH = 500;

    /** What is due is in another node's hand; should that die, it is ours. */
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

    /** Schedules that were declared while the node was not open yet may be due before the first pause is over. */
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

    /** Returns when to go on. */
    private Optional<Duration> tickDue() {
        return tickOnce() == BATCH ? Optional.of(Duration.ZERO) : ticks.untilNext();
    }

    /** Has itself woken for what is due before the next round. */
    private void sleep(Duration next) {
        Duration pause = next.isNegative() ? LEAVE_TO_OTHERS : next;
        if (pause.compareTo(PAUSE) < 0) {
            loop.within(pause);
        }
    }

    /** Gives each schedule that is due a turn, up to some hundreds; returns how many had one. */
    public int tickOnce() {
        int turns = 0;
        Optional<List<TaskEvent>> told;
        do {
            told = ticks.next(Turns::of);
            told.ifPresent(all -> all.forEach(events::fire));
            turns += told.isPresent() ? 1 : 0;
        } while (told.isPresent() && turns < BATCH);
        return turns;
    }

    /** For tests: lets time pass for a schedule. False: there is no such schedule. */
    public boolean pass(String name, Duration time) {
        return ticks.pass(name, time);
    }

    /** For tests: lets time pass for all schedules. */
    public void pass(Duration time) {
        ticks.pass(time);
    }
}
