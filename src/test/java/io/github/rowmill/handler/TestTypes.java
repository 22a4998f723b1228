package io.github.rowmill.handler;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.task.Backoff;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes handlers and types for tests without CDI. Annotated methods declare them, and are never called. */
public final class TestTypes {

    private TestTypes() {}

    /** Returns a type of this name with a timeout of 15 minutes. Its handler takes nothing. */
    public static TaskType type(String name) {
        return type(name, false);
    }

    /** Returns a type like {@link #type(String)} with a transactional handler. */
    public static TaskType transactional(String name) {
        return type(name, true);
    }

    private static TaskType type(String name, boolean transactional) {
        DeclaredHandler handler = plain(transactional);
        RetryPolicy retry = new RetryPolicy(new Backoff(Duration.ofSeconds(5), Duration.ofHours(1)), List.of());
        return new TaskType(
                name,
                handler,
                "default",
                Duration.ofMinutes(15),
                10,
                retry,
                handler.handles().batch());
    }

    /** Returns the handler of the type 'plain', which takes nothing. */
    public static DeclaredHandler plain(boolean transactional) {
        Handles handles = declare(Plain.class, null).handles();
        return new DeclaredHandler(
                "Plain.run",
                handles,
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                false,
                false,
                transactional,
                false,
                (bean, arguments) -> null);
    }

    /** Returns the given handlers of classes with one handler method each, with the default configuration. */
    public static Handlers handlers(DeclaredHandler... declared) {
        return handlers(TestConfig.defaults(), declared);
    }

    /** Returns the given handlers with another configuration. */
    public static Handlers handlers(RowmillConfig config, DeclaredHandler... declared) {
        return new Handlers(new DeclaredHandlers(List.of(declared)), config);
    }

    /** Returns the handler that the only handler method of a class declares, with this payload. */
    public static DeclaredHandler declare(Class<?> bean, @Nullable Class<?> payload) {
        return declareGeneric(bean, payload == null ? null : PayloadType.of(payload));
    }

    /** Returns a handler like {@link #declare}, with a payload that may have type arguments. */
    public static DeclaredHandler declareGeneric(Class<?> bean, @Nullable PayloadType payload) {
        Method method = Arrays.stream(bean.getDeclaredMethods())
                .filter(one -> one.isAnnotationPresent(Handles.class))
                .findFirst()
                .orElseThrow();
        OnFailure[] rules = method.getAnnotationsByType(OnFailure.class);
        return new DeclaredHandler(
                bean.getSimpleName() + "." + method.getName(),
                method.getAnnotation(Handles.class),
                List.of(rules),
                List.of(),
                List.of(method.getAnnotationsByType(Subscribes.class)),
                payload,
                null,
                false,
                false,
                false,
                false,
                (instance, arguments) -> null);
    }

    private static final class Plain {

        @Handles("plain")
        void run() {}
    }
}
