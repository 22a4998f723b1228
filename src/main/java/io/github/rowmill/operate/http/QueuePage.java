package io.github.rowmill.operate.http;

import io.github.rowmill.api.Queues;
import io.github.rowmill.db.Page;
import io.github.rowmill.operate.admin.AdminQueues;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.rule.RulesJson;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jspecify.annotations.Nullable;

/**
 * The page of queues that a request is for. Without parameters it has up to 1,000 queues, as callers may expect
 * all.
 *
 * @param after the name after which the page begins, or the empty text for the first page
 */
record QueuePage(String after, int limit) {

    static final String MAX = "1000";

    static QueuePage of(@Nullable String after, @Nullable String limit) {
        Parameters parameters = new Parameters();
        String name = parameters.text("after", after);
        long most = parameters.number("limit", limit == null ? MAX : limit, AdminQueues.MAX);
        parameters.refuse();
        return new QueuePage(name == null ? "" : name, (int) most);
    }

    /** Returns the page. If more queues follow, the header {@code Link} has the address of the next page. */
    Response answer(AdminQueues queues, Json json, UriInfo uri) {
        Page<Queues.Ruled> page = queues.page(after, limit);
        String next = page.next(Queues.Ruled::queue);
        Response.ResponseBuilder answer =
                Response.ok(json.write(page.map(RulesJson::of).rows()));
        if (next != null) {
            answer.link(
                    uri.getRequestUriBuilder()
                            .replaceQueryParam("after", "{name}")
                            .build(next),
                    "next");
        }
        return answer.build();
    }
}
