package io.github.rowmill.payload.startup;

import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.PayloadType;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.payload.PayloadCodec;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Stops the start if a handler's payload cannot be written and read as JSON. The message names the handler and the
 * class.
 */
@Singleton
public class PayloadChecks {

    private final Handlers handlers;
    private final PayloadCodec codec;

    PayloadChecks(Handlers handlers, PayloadCodec codec) {
        this.handlers = handlers;
        this.codec = codec;
    }

    /**
     * Checks the payload classes of all handlers.
     *
     * @throws IllegalStateException some classes cannot be read or written; the message names all of them
     */
    public void check() {
        List<String> problems =
                problems(handlers.all(), new JsonSupport(codec.mapper()), NativeReflection.inNativeImage());
        if (!problems.isEmpty()) {
            throw new IllegalStateException(String.join("; ", problems));
        }
    }

    static List<String> problems(Collection<TaskType> types, JsonSupport json, NativeReflection reflection) {
        List<String> problems = new ArrayList<>();
        for (TaskType type : types) {
            PayloadType payload = type.payload();
            if (payload != null) {
                missingPart(payload, json, reflection)
                        .or(() -> json.problem(payload.in(json.types())))
                        .or(() -> missingKey(type, payload, json))
                        .ifPresent(problem -> problems.add(message(type, payload, problem)));
            }
        }
        return problems;
    }

    /**
     * Returns a missing registration. Jackson would report another class, the one that it cannot inspect, and only
     * at the first task.
     */
    private static Optional<String> missingPart(PayloadType payload, JsonSupport json, NativeReflection reflection) {
        return reflection.isNative()
                ? json.parts(payload.in(json.types())).stream()
                        .flatMap(part -> reflection.missing(part).stream())
                        .findFirst()
                : Optional.empty();
    }

    /**
     * Checks the first part of a key's path. The other parts are not checked, because the field may have any type.
     */
    private static Optional<String> missingKey(TaskType type, PayloadType payload, JsonSupport json) {
        String key = type.handler().handles().key();
        return key.isEmpty() || json.mayHaveField(payload.in(json.types()), key.split("\\.", 2)[0])
                ? Optional.empty()
                : Optional.of("has no field '%s', which @Handles names as key".formatted(key));
    }

    private static String message(TaskType type, PayloadType payload, String problem) {
        return "the handler %s of the task type '%s' takes %s, which %s"
                .formatted(type.handler().name(), type.name(), payload.name(), problem);
    }
}
