package io.github.rowmill.handler;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TypeConfig;
import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Moments;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Applies the configuration to declared handlers. {@code rowmill.types."x"} overrides {@link Handles}, which
 * overrides the general default.
 */
final class TypeSettings {

    private static final int MAX_ATTEMPTS = 1_000_000_000;
    private static final int MAX_QUEUE = 200;
    private static final int MAX_BATCH = 10_000;

    private final RowmillConfig config;

    TypeSettings(RowmillConfig config) {
        this.config = config;
    }

    TaskType of(DeclaredHandler handler) {
        Handles handles = handler.handles();
        Optional<TypeConfig> own = Optional.ofNullable(config.types().get(handles.value()));
        return new TaskType(
                handles.value(),
                handler,
                queue(handler, own.flatMap(TypeConfig::queue)),
                own.flatMap(TypeConfig::timeout).orElseGet(() -> timeout(handler)),
                own.flatMap(TypeConfig::maxAttempts).orElseGet(() -> maxAttempts(handler)),
                new RetryPolicy(backoff(own), rules(handler)),
                batch(handler, own.flatMap(TypeConfig::batch)));
    }

    /** Returns the limits of a type without a handler. */
    TypeLimits ofUnhandled(String name) {
        Optional<TypeConfig> own = Optional.ofNullable(config.types().get(name));
        return new TypeLimits(
                own.flatMap(TypeConfig::queue).orElse(TaskType.DEFAULT_QUEUE),
                own.flatMap(TypeConfig::timeout).orElse(config.timeout()),
                own.flatMap(TypeConfig::maxAttempts).orElse(config.maxAttempts()),
                new RetryPolicy(backoff(own), List.of()));
    }

    /** Returns the types of remote workers. */
    Set<String> remote() {
        Set<String> names = new TreeSet<>();
        config.types().forEach((name, type) -> {
            if (type.remote()) {
                names.add(name);
            }
        });
        return names;
    }

    private static String queue(DeclaredHandler handler, Optional<String> configured) {
        Handles handles = handler.handles();
        if (configured.isEmpty() && handles.queue().isEmpty()) {
            return TaskType.DEFAULT_QUEUE;
        }
        String queue = configured.orElse(handles.queue());
        String refusal = Storable.nameRefusal(queue, MAX_QUEUE);
        if (refusal != null) {
            String where = configured.isPresent()
                    ? "rowmill.types.\"%s\".queue".formatted(handles.value())
                    : "@Handles(queue) of " + handler.name();
            throw new IllegalStateException(where + " " + refusal);
        }
        return queue;
    }

    private Duration timeout(DeclaredHandler handler) {
        Duration annotated =
                duration(handler, "@Handles(timeout)", handler.handles().timeout());
        return annotated == null ? config.timeout() : annotated;
    }

    private Backoff backoff(Optional<TypeConfig> own) {
        Duration first = own.flatMap(type -> type.backoff().first())
                .orElse(config.backoff().first());
        Duration max = own.flatMap(type -> type.backoff().max())
                .orElse(config.backoff().max());
        return new Backoff(first, max);
    }

    private static List<RetryPolicy.Rule> rules(DeclaredHandler handler) {
        return handler.rules().stream()
                .map((OnFailure rule) -> new RetryPolicy.Rule(
                        rule.of(), rule.then(), duration(handler, "@OnFailure(after)", rule.after())))
                .toList();
    }

    private int maxAttempts(DeclaredHandler handler) {
        int annotated = handler.handles().maxAttempts();
        if (annotated > MAX_ATTEMPTS) {
            throw new IllegalStateException("@Handles(maxAttempts) of %s is %s; the most is %s"
                    .formatted(handler.name(), annotated, MAX_ATTEMPTS));
        }
        return annotated > 0 ? annotated : config.maxAttempts();
    }

    private static int batch(DeclaredHandler handler, Optional<Integer> configured) {
        int batch = configured.orElse(handler.handles().batch());
        if (batch < 1 || batch > MAX_BATCH) {
            throw new IllegalStateException(
                    "@Handles(batch) of %s is %s; it must be 1 to %s".formatted(handler.name(), batch, MAX_BATCH));
        }
        if (batch > 1 && !handler.takesBatch() && !handler.transactional()) {
            throw new IllegalStateException(
                    "rowmill.types.\"%s\".batch is %s, but %s does not take a Batch and is not @Transactional, so its tasks have nothing to share; remove the setting, or change the handler"
                            .formatted(handler.handles().value(), batch, handler.name()));
        }
        return batch;
    }

    private static @Nullable Duration duration(DeclaredHandler handler, String where, String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            Duration duration = DurationConverter.parseDuration(text);
            if (duration.isZero() || duration.isNegative() || duration.compareTo(Moments.CENTURY) > 0) {
                throw new IllegalArgumentException("out of range");
            }
            return duration;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalStateException(
                    "%s of %s is '%s', which is not a positive duration of at most %s days; examples: 90s, 15m, PT15M"
                            .formatted(where, handler.name(), text, Moments.CENTURY.toDays()),
                    e);
        }
    }
}
