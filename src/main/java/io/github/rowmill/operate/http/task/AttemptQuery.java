package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.http.Parameters;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters of a page of attempts, as they were sent. */
public final class AttemptQuery {

    @QueryParam("after")
    @Parameter(description = "The number of the last attempt of the page before: its `next`.")
    @Schema(type = SchemaType.INTEGER, format = "int32")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most attempts of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
    @Nullable
    String limit;

    record Page(int below, int limit) {}

    Page page() {
        Parameters parameters = new Parameters();
        long below = after == null ? Integer.MAX_VALUE : parameters.number("after", after, Integer.MAX_VALUE);
        long most = parameters.limit(limit);
        parameters.refuse();
        return new Page((int) below, (int) most);
    }
}
