package io.github.rowmill.engine;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Handlers whose behaviour a test sets. The key in the payload selects it. */
@ApplicationScoped
public class Probes {

    /** The work of a handler. */
    @FunctionalInterface
    public interface Behaviour {
        @Nullable
        Object run(TaskContext task) throws Throwable;
    }

    /** A payload that selects the behaviour to run. */
    public record Probe(String key, @Nullable Mood mood) {

        public Probe(String key) {
            this(key, null);
        }
    }

    /** An enum of which a newer version may have more constants. */
    public enum Mood {
        CALM
    }

    public static class Snoozing extends RuntimeException {}

    public static class Hopeless extends RuntimeException {}

    public static class UtterlyHopeless extends Hopeless {}

    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();

    /** Registers a behaviour, and returns the payload of tasks that have it. */
    public Probe behave(Behaviour behaviour) {
        String key = "probe-" + System.identityHashCode(behaviour) + "-" + behaviours.size();
        behaviours.put(key, behaviour);
        return new Probe(key);
    }

    @Handles(value = "probe", aliases = "former-probe", maxAttempts = 3)
    @OnFailure(of = Snoozing.class, then = OnFailure.Then.SNOOZE, after = "10m")
    @OnFailure(of = Hopeless.class, then = OnFailure.Then.GIVE_UP)
    @OnFailure(of = UtterlyHopeless.class, then = OnFailure.Then.RETRY, after = "1h")
    @Nullable
    Object probe(Probe probe, TaskContext task) throws Throwable {
        return run(probe, task);
    }

    @Handles(value = "probe-tx", maxAttempts = 3)
    @Transactional
    @Nullable
    Object transactional(Probe probe, TaskContext task) throws Throwable {
        return run(probe, task);
    }

    @Handles(value = "probe-shared", batch = 50, maxAttempts = 3, timeout = "5s")
    @Transactional
    @Nullable
    Object shared(Probe probe, TaskContext task) throws Throwable {
        return run(probe, task);
    }

    /** The work of a handler of batches. */
    @FunctionalInterface
    public interface BatchBehaviour {
        void run(Batch<Probe> batch) throws Exception;
    }

    private volatile BatchBehaviour ofBatches = batch -> {};

    /** Sets the behaviour of all handlers of batches. */
    public void behaveInBatches(BatchBehaviour behaviour) {
        ofBatches = behaviour;
    }

    @Handles(value = "probe-batch", queue = "batches", batch = 8, maxAttempts = 3)
    @Transactional
    void batch(Batch<Probe> probes) throws Exception {
        ofBatches.run(probes);
    }

    @Handles(value = "probe-plain-batch", queue = "plain-batches", batch = 8, maxAttempts = 3)
    void plainBatch(Batch<Probe> probes) throws Exception {
        ofBatches.run(probes);
    }

    @Handles(value = "probe-virtual", queue = "virtual")
    @RunOnVirtualThread
    @Nullable
    Object virtual(Probe probe, TaskContext task) throws Throwable {
        return run(probe, task);
    }

    @Handles("probe-stage")
    CompletionStage<@Nullable Object> stage(Probe probe, TaskContext task) throws Throwable {
        return CompletableFuture.completedStage(null).thenCompose(nothing -> staged(probe, task));
    }

    @SuppressWarnings("unchecked")
    private CompletionStage<@Nullable Object> staged(Probe probe, TaskContext task) {
        try {
            return (CompletionStage<@Nullable Object>) run(probe, task);
        } catch (Throwable thrown) {
            return CompletableFuture.failedStage(thrown);
        }
    }

    @Handles(value = "probe-short", timeout = "200ms", maxAttempts = 2)
    @Nullable
    Object shortLived(Probe probe, TaskContext task) throws Throwable {
        return run(probe, task);
    }

    /** Is not private, so that a call through the bean's proxy reaches the bean. */
    @Nullable
    Object run(Probe probe, TaskContext task) throws Throwable {
        Behaviour behaviour = behaviours.get(probe.key());
        return behaviour == null ? null : behaviour.run(task);
    }

    /** A handler as a bean. */
    @ApplicationScoped
    @Handles("probe-bean")
    static class ProbeBean implements TaskHandler<Probe> {

        private final Probes probes;

        ProbeBean(Probes probes) {
            this.probes = probes;
        }

        @Override
        public @Nullable Object handle(Probe probe, TaskContext task) throws Exception {
            try {
                return probes.run(probe, task);
            } catch (Exception e) {
                throw e;
            } catch (Throwable t) {
                throw new IllegalStateException(t);
            }
        }
    }
}
