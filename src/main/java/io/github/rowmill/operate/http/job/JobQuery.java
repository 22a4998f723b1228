package io.github.rowmill.operate.http.job;

import io.github.rowmill.operate.http.Parameters;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters of a page of jobs, or of the refused tasks of a job. */
final class JobQuery {

    @QueryParam("after")
    @Parameter(description = "The `next` of the page before.")
    @Schema(type = SchemaType.INTEGER, format = "int64")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most entries of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
    @Nullable
    String limit;

    long below() {
        return Parameters.onlyBelow(after);
    }

    long above() {
        return after == null ? 0 : below();
    }

    int limit() {
        return Parameters.onlyLimit(limit);
    }
}
