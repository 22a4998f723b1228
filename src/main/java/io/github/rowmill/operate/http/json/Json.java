package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.rule.NewRulesJson;
import io.github.rowmill.payload.JsonProblem;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Type;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/** Reads and writes the bodies of the API. */
@Singleton
public class Json {

    /** Most tasks of one bulk enqueue. */
    public static final int MAX_TASKS = 10_000;

    /** Levels of a body above a payload: the array of tasks, and the task. */
    private static final int LEVELS_ABOVE_PAYLOAD = 2;

    private static final Map<Class<?>, String> RULES = Map.of(
            ArrayList.class, "must be an array",
            List.class, "must be an array",
            String.class, "must be a string",
            Integer.class, "must be a whole number",
            Boolean.class, "must be true or false");

    private final ObjectMapper mapper;

    Json(RowmillConfig config) {
        this.mapper = WireMapper.of(config.payload().maxDepth() + LEVELS_ABOVE_PAYLOAD);
    }

    /** Reads a body with one task. */
    public NewTaskJson readTask(String body) {
        NewTaskJson task = read(body, "", new TypeReference<>() {});
        refuse(task.violations());
        return task;
    }

    /**
     * Reads a body with many tasks, one by one.
     *
     * @param most the most characters of each task
     * @param held gets the additional bytes of memory that the tasks take
     */
    public List<NewTaskJson> readTasks(Reader body, long most, LongConsumer held) {
        TaskStream stream = new TaskStream(mapper, most, held);
        try {
            stream.read(body);
        } catch (JsonProcessingException e) {
            throw new ProblemException(problem(TaskStream.ROOT, JsonProblem.path(stream.place(), e), e));
        } catch (CharacterCodingException e) {
            throw ProblemException.of(Kind.INVALID_REQUEST, "the body is not UTF-8");
        } catch (IOException e) {
            throw ProblemException.of(Kind.INVALID_REQUEST, "the body ended early or came too slowly");
        }
        refuse(stream.violations());
        return stream.tasks();
    }

    /** Reads a body with a message for a topic. */
    public NewMessageJson readMessage(String body) {
        NewMessageJson message = read(body, "", new TypeReference<>() {});
        refuse(message.violations());
        return message;
    }

    /** Reads a body with the rules of a queue. */
    public NewRulesJson readRules(String body) {
        NewRulesJson rules = read(body, "", new TypeReference<>() {});
        refuse(rules.violations());
        return rules;
    }

    /** Reads a body with the change of a task. */
    public TaskChangeJson readChange(String body) {
        TaskChangeJson change = read(body, "", new TypeReference<>() {});
        refuse(change.violations());
        return change;
    }

    /** Reads a body that the caller checks. */
    public <T> T read(String body, Class<T> type) {
        return read(body, "", new TypeReference<>() {
            @Override
            public Type getType() {
                return type;
            }
        });
    }

    private <T> T read(String body, String root, TypeReference<T> type) {
        try {
            T value = mapper.readValue(body, type);
            if (value != null) {
                return value;
            }
        } catch (JsonProcessingException e) {
            throw new ProblemException(problem(root, JsonProblem.path(root, e), e));
        }
        throw ProblemException.of(Kind.INVALID_REQUEST, "the body is null");
    }

    private static Problem problem(String root, String path, JsonProcessingException e) {
        String field = path.startsWith(".") ? path.substring(1) : path;
        if (!field.equals(root)) {
            return ProblemException.invalid(List.of(new Violation(field, text(e))));
        }
        String place = e.getLocation() == null
                ? ""
                : " at line %s, column %s"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
        return Problem.of(Kind.INVALID_REQUEST, "the body cannot be read%s: %s".formatted(place, text(e)));
    }

    private static String text(JsonProcessingException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "is not a known field; known are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(String::valueOf)
                            .sorted()
                            .collect(Collectors.joining(", "));
        }
        if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            Class<?> wanted = mismatch.getTargetType();
            return RULES.getOrDefault(wanted, wanted.isRecord() ? "must be an object" : JsonProblem.text(e));
        }
        return JsonProblem.text(e);
    }

    private static void refuse(List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
    }

    /** Writes the JSON of an answer. */
    public String write(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer cannot be written as JSON", e);
        }
    }
}
