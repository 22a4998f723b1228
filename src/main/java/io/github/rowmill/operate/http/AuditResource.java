package io.github.rowmill.operate.http;

import io.github.rowmill.operate.audit.AuditReader;
import io.github.rowmill.operate.http.json.AuditPage;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Reads the audit over HTTP. The class is public for the same reason as {@link ApiFilter}. */
@Path(OwnPaths.API + "/audit")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Any other error",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class AuditResource {

    private final AuditReader audit;
    private final Json json;
    private final Problems problems;

    AuditResource(AuditReader audit, Json json, Problems problems) {
        this.audit = audit;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listAudit",
            summary = "Lists the actions of callers, the newest first.",
            description =
                    "Enqueues are not in the audit. A task has its source itself. A page with large entries may end before its limit.")
    @APIResponseSchema(value = AuditPage.class, responseCode = "200", responseDescription = "A page of entries")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(@BeanParam AuditQuery query) {
        return json.write(AuditPage.of(audit.page(query.target(), query.below(), query.limit())));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
