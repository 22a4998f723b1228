package io.github.rowmill.operate.http;

import io.github.rowmill.api.TaskNotFoundException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** A resource of an application that uses Rowmill as a library and has its own errors. */
@Path("/foreign")
class ForeignResource {

    @GET
    @Path("/missing")
    public String missing() {
        throw new NotFoundException();
    }

    @GET
    @Path("/broken")
    public String broken() {
        throw new IllegalStateException("broken");
    }

    @GET
    @Path("/task")
    public String task() {
        throw new TaskNotFoundException(1);
    }

    /** Refers to a schema that Rowmill's API refers to, too. */
    record Seen(Instant at) {}

    @GET
    @Path("/seen")
    @Produces("application/json")
    public Seen seen() {
        return new Seen(Instant.EPOCH);
    }

    @POST
    @Consumes("application/json")
    public String post(String body) {
        return body;
    }

    /** The application's own answer for a task that Rowmill does not find. The answer of the API must not change. */
    static class Mappers {

        @ServerExceptionMapper
        public Response taskNotFound(TaskNotFoundException e) {
            return Response.status(410).entity("gone").build();
        }
    }
}
