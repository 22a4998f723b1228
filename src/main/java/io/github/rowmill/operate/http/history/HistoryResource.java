package io.github.rowmill.operate.http.history;

import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.series.HistoryRange;
import io.github.rowmill.operate.admin.AdminHistory;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Parameters;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/history")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class HistoryResource {

    private static final String DEFAULT = "1h";

    private final AdminHistory history;
    private final Json json;
    private final Problems problems;

    HistoryResource(AdminHistory history, Json json, Problems problems) {
        this.history = history;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(operationId = "getHistory", summary = "Reads the work of all nodes, by minute, ten minutes or hour.")
    @APIResponseSchema(value = HistoryJson.class, responseCode = "200", responseDescription = "The work of all nodes")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String get(
            @QueryParam("range")
                    @DefaultValue(DEFAULT)
                    @Parameter(
                            description = "How far back the history reaches.",
                            schema =
                                    @Schema(
                                            type = SchemaType.STRING,
                                            defaultValue = DEFAULT,
                                            enumeration = {"15m", "1h", "6h", "24h", "7d"}))
                    String range,
            @QueryParam("queue") @Parameter(description = "Only tasks of this queue.") @Nullable String queue) {
        Parameters parameters = new Parameters();
        String only = parameters.text("queue", queue);
        parameters.refuse();
        HistoryRange found = HistoryRange.of(range)
                .orElseThrow(() -> ProblemException.of(List.of(
                        new Violation("range", "must be one of 15m, 1h, 6h, 24h, 7d, was '%s'".formatted(range)))));
        return json.write(HistoryJson.of(found, history.points(found, only)));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
