package io.github.rowmill.operate.http;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters of a page of the audit. */
final class AuditQuery {

    @QueryParam("kind")
    @Parameter(description = "Only actions on objects of this kind. Give `name` too.")
    @Schema(enumeration = {"task", "flow", "queue", "schedule", "topic", "job", "view"})
    @Nullable
    String kind;

    @QueryParam("name")
    @Parameter(description = "Only actions on the object of this name. For a task, its id.")
    @Nullable
    String name;

    @QueryParam("after")
    @Parameter(description = "The id of the last entry of the page before: its `next`.")
    @Schema(type = SchemaType.INTEGER, format = "int64")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most entries of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
    @Nullable
    String limit;

    Audit.@Nullable Target target() {
        Parameters parameters = new Parameters();
        String kindText = parameters.text("kind", kind);
        String nameText = parameters.text("name", name);
        parameters.refuse();
        if (kindText == null && nameText == null) {
            return null;
        }
        if (kindText == null || nameText == null) {
            throw ProblemException.of(List.of(new Violation(
                    kindText == null ? "kind" : "name", "is missing; kind and name must be given together")));
        }
        return new Audit.Target(kindText, nameText);
    }

    long below() {
        return Parameters.onlyBelow(after);
    }

    int limit() {
        return Parameters.onlyLimit(limit);
    }
}
