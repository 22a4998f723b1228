package io.github.rowmill.operate.http.task;

import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.failure.FailureReader.Place;
import io.github.rowmill.operate.http.Parameters;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters of a page of failures. */
final class FailureQuery {

    @QueryParam("queue")
    @Parameter(description = "Only failures of tasks of this queue.")
    @Nullable
    String queue;

    @QueryParam("type")
    @Parameter(description = "Only failures of tasks of this type.")
    @Nullable
    String type;

    @QueryParam("after")
    @Parameter(description = "The `next` of the page before.")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most failures of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
    @Nullable
    String limit;

    @Nullable
    String queue() {
        return text("queue", queue);
    }

    @Nullable
    String type() {
        return text("type", type);
    }

    int limit() {
        return Parameters.onlyLimit(limit);
    }

    Place place() {
        return after == null
                ? Place.FIRST
                : Place.of(after)
                        .orElseThrow(() -> ProblemException.of(
                                List.of(new Violation("after", "must be the value of next in the page before"))));
    }

    static @Nullable String text(String name, @Nullable String value) {
        Parameters parameters = new Parameters();
        String text = parameters.text(name, value);
        parameters.refuse();
        return text;
    }
}
