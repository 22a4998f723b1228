package io.github.rowmill.operate.http;

import io.github.rowmill.operate.admin.AdminQueues;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The parameters of a page of queues. Without them it has many, as callers may expect all. */
public final class QueuePage {

    private static final String MAX = "1000";

    @QueryParam("after")
    @Parameter(description = "The name of the last queue of the page before.")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most queues of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = MAX, defaultValue = MAX)
    @Nullable
    String limit;

    /** The name that the page comes behind; the empty text is before all. */
    String after() {
        Parameters parameters = new Parameters();
        String name = parameters.text("after", after);
        parameters.refuse();
        return name == null ? "" : name;
    }

    /** The most of the page. */
    int limit() {
        Parameters parameters = new Parameters();
        long most = parameters.number("limit", limit == null ? MAX : limit, AdminQueues.MAX);
        parameters.refuse();
        return (int) most;
    }

    /** The address of the page behind a queue. */
    static URI next(UriInfo uri, String name) {
        return uri.getRequestUriBuilder().replaceQueryParam("after", "{name}").build(name);
    }
}
