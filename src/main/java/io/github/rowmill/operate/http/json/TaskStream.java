package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.Problem.Kind;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an array of tasks one by one. Stops at the first task that is too many or too long, and reports the memory
 * of each task as it comes.
 */
final class TaskStream {

    static final String ROOT = "tasks";

    /** Bytes of memory for a task without content. */
    private static final long BYTES_OF_TASK = 512;

    private final ObjectReader reader;
    private final long most;
    private final LongConsumer held;
    private final List<NewTaskJson> tasks = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private String place = ROOT;
    private long dearest;

    TaskStream(ObjectMapper mapper, long most, LongConsumer held) {
        this.reader = mapper.readerFor(NewTaskJson.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.most = most;
        this.held = held;
    }

    List<NewTaskJson> tasks() {
        return tasks;
    }

    List<Violation> violations() {
        return violations;
    }

    /** Returns the path of the part that is being read. */
    String place() {
        return place;
    }

    /** @throws IOException if the body cannot be read */
    void read(Reader body) throws IOException {
        try (JsonParser parser = reader.createParser(body)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.VALUE_NULL) {
                throw ProblemException.of(Kind.INVALID_REQUEST, "the body is null");
            }
            if (first != JsonToken.START_ARRAY) {
                throw MismatchedInputException.from(parser, ArrayList.class, "is not an array");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                readTask(parser);
            }
            if (parser.nextToken() != null) {
                throw MismatchedInputException.from(parser, (Class<?>) null, "the body continues after the array");
            }
        }
    }

    private void readTask(JsonParser parser) throws IOException {
        if (tasks.size() == Json.MAX_TASKS) {
            throw ProblemException.of(
                    Kind.TOO_LARGE,
                    "at most %s tasks can be enqueued at once; send the others in further requests"
                            .formatted(Json.MAX_TASKS));
        }
        place = ROOT + "[" + tasks.size() + "]";
        long from = parser.currentLocation().getCharOffset();
        NewTaskJson task = reader.readValue(parser);
        long length = parser.currentLocation().getCharOffset() - from;
        if (length > most) {
            throw ProblemException.of(Kind.TOO_LARGE, "%s has more than %s characters".formatted(place, most));
        }
        add(task, length);
        place = ROOT;
    }

    private void add(@Nullable NewTaskJson task, long length) {
        tasks.add(task);
        if (task == null) {
            violations.add(new Violation(place, "must be an object"));
            return;
        }
        task.violations().forEach(violation -> violations.add(violation.under(place + ".")));
        long passing = Math.max(0, task.weightWhileRead() - dearest);
        dearest += passing;
        held.accept(BYTES_OF_TASK + length + task.weight() + passing);
    }
}
