package io.github.rowmill.operate.observe;

import io.github.rowmill.engine.read.DueTypes;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.node.loop.Rounds;
import io.github.rowmill.node.loop.ScheduledLoop;
import io.github.rowmill.text.Printable;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Looks every minute for due tasks of types that this application does not handle. The result is only a hint, as
 * another node may handle them.
 */
@Singleton
public class UnhandledTypes implements ScheduledLoop {

    private static final int SECONDS = 60;

    /** Most types that one log line names. */
    private static final int MAX_TOLD = 50;

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.task");

    private static final int AFTER_SCHEMA = NodeState.PREPARES + 1;

    private final DueTypes types;
    private final Handlers handlers;
    private final NodeState node;
    private final Rounds rounds;
    private volatile List<String> waiting = List.of();

    UnhandledTypes(DueTypes types, Handlers handlers, NodeState node, Loops loops) {
        this.types = types;
        this.handlers = handlers;
        this.node = node;
        this.rounds = loops.rounds("unhandled", Loops.Kind.REGULAR, interval());
    }

    void lookAtStart(@Observes @Priority(AFTER_SCHEMA) StartupEvent start) {
        rounds.onceIf(!node.isVisitor(), this::look);
    }

    @Override
    @Scheduled(
            identity = "rowmill-unhandled",
            every = SECONDS + "s",
            concurrentExecution = ConcurrentExecution.SKIP,
            executeWith = Scheduled.SIMPLE)
    public void tick() {
        rounds.onceIf(node.isOpen(), this::look);
    }

    /** Looks once, and logs a warning for each type that the previous look did not find. */
    void look() {
        List<String> found = types.othersThan(handlers.known());
        List<String> fresh = new ArrayList<>(found);
        fresh.removeAll(waiting);
        waiting = found;
        if (!fresh.isEmpty()) {
            LOG.warnf(
                    "due tasks wait for a handler that this application does not have; add @Handles, or check that another application has it: types=%s%s",
                    fresh.stream().limit(MAX_TOLD).map(Printable::of).toList(),
                    fresh.size() > MAX_TOLD ? " and %s more".formatted(fresh.size() - MAX_TOLD) : "");
        }
    }

    /** Returns the types that the last look found. */
    public List<String> waiting() {
        return waiting;
    }

    @Override
    public LoopActivity pulse() {
        return rounds.pulse();
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(SECONDS);
    }
}
