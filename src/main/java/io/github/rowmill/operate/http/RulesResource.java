package io.github.rowmill.operate.http;

import io.github.rowmill.operate.admin.AdminQueues;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.rule.NewRulesJson;
import io.github.rowmill.operate.http.json.rule.RulesJson;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Sets all rules of a queue over HTTP. The class is public for the same reason as {@link ApiFilter}. */
@Path(OwnPaths.API + "/queues/{name}/rules")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class RulesResource {

    private final AdminQueues queues;
    private final Body body;
    private final Json json;
    private final Problems problems;

    RulesResource(AdminQueues queues, Body body, Json json, Problems problems) {
        this.queues = queues;
        this.body = body;
        this.json = json;
        this.problems = problems;
    }

    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "setQueueRules",
            summary = "Replaces all rules of a queue.",
            description =
                    "Pauses are rules too. The request pins rules that configuration declares, unless only pauses change.")
    @RequestBodySchema(NewRulesJson.class)
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue, the body or a rule is invalid")
    @TakesBody.FromAdmins
    public String set(@PathParam("name") String name, InputStream rules) {
        queues.set(name, json.readRules(body.ofTask(rules)).toRules());
        return json.write(queues.find(name).map(RulesJson::of).orElseGet(() -> RulesJson.none(name)));
    }

    @DELETE
    @Operation(
            operationId = "deleteQueueRules",
            summary = "Deletes all rules of a queue.",
            description = "Rules that configuration declares come back at the next start of a node.")
    @APIResponse(responseCode = "204", description = "The rules are deleted")
    @APIResponse(responseCode = "400", description = "The name of the queue is invalid")
    public void delete(@PathParam("name") String name) {
        queues.delete(name);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
