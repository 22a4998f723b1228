package io.github.rowmill.operate.http;

import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.Storable;
import jakarta.ws.rs.QueryParam;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which tasks a page is asked for, and how many at most. */
record PageRequest(TaskFilter filter, int limit) {

    private static final int MAX = 200;
    private static final String DEFAULT = "50";

    /** The parameters as they came: each is checked here, so that each is named in the answer. */
    static final class Query {

        @QueryParam("status")
        @Parameter(description = "Only tasks in this state.")
        @Schema(enumeration = {"queued", "executing", "completed", "dead", "cancelled"})
        @Nullable
        String status;

        @QueryParam("queue")
        @Parameter(description = "Only tasks of this queue.")
        @Nullable
        String queue;

        @QueryParam("type")
        @Parameter(description = "Only tasks of this type.")
        @Nullable
        String type;

        @QueryParam("tag")
        @Parameter(description = "Only tasks that have this tag.")
        @Nullable
        String tag;

        @QueryParam("after")
        @Parameter(description = "The id of the last task of the page before: its `next`.")
        @Schema(type = SchemaType.INTEGER, format = "int64")
        @Nullable
        String after;

        @QueryParam("limit")
        @Parameter(description = "Most tasks of the page.")
        @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = DEFAULT)
        @Nullable
        String limit;
    }

    /** The same of schedules. */
    static final class OfSchedules {

        @QueryParam("after")
        @Parameter(description = "The name of the last schedule of the page before: its `next`.")
        @Nullable
        String after;

        @QueryParam("limit")
        @Parameter(description = "Most schedules of the page.")
        @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = DEFAULT)
        @Nullable
        String limit;

        String after() {
            List<Violation> violations = new ArrayList<>();
            String name = text("after", after, violations);
            refuse(violations);
            return name == null ? "" : name;
        }

        int limit() {
            List<Violation> violations = new ArrayList<>();
            long most = number("limit", limit == null ? DEFAULT : limit, MAX, violations);
            refuse(violations);
            return (int) most;
        }
    }

    private static void refuse(List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
    }

    static PageRequest of(Query query) {
        List<Violation> violations = new ArrayList<>();
        TaskFilter filter = new TaskFilter(
                status(query.status, violations),
                text("queue", query.queue, violations),
                text("type", query.type, violations),
                text("tag", query.tag, violations),
                query.after == null ? null : number("after", query.after, Long.MAX_VALUE, violations));
        long limit = number("limit", query.limit == null ? DEFAULT : query.limit, MAX, violations);
        refuse(violations);
        return new PageRequest(filter, (int) limit);
    }

    private static @Nullable TaskStatus status(@Nullable String value, List<Violation> violations) {
        if (value == null) {
            return null;
        }
        for (TaskStatus status : TaskStatus.values()) {
            if (status.column().equals(value)) {
                return status;
            }
        }
        String known =
                Arrays.stream(TaskStatus.values()).map(TaskStatus::column).collect(Collectors.joining(", "));
        violations.add(new Violation("status", "must be one of %s, was '%s'".formatted(known, value)));
        return null;
    }

    private static @Nullable String text(String name, @Nullable String value, List<Violation> violations) {
        if (value != null && Storable.isUnstorable(value)) {
            violations.add(new Violation(name, Storable.UNSTORABLE));
        }
        return value;
    }

    private static long number(String name, String value, long most, List<Violation> violations) {
        try {
            long number = Long.parseLong(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, as numbers out of range are.
        }
        violations.add(new Violation(name, "must be a number from 1 to %d, was '%s'".formatted(most, value)));
        return 1;
    }
}
