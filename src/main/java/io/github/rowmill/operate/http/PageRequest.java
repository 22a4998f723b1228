package io.github.rowmill.operate.http;

import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.Term;
import jakarta.ws.rs.QueryParam;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The filter of a page of tasks, and its most tasks. */
public record PageRequest(TaskFilter filter, int limit) {

    public static final String Q =
            "A query with terms such as `status:dead`, all of which must match. All terms are in docs/reference/search.md.";

    /**
     * The query parameters as they were sent. They are checked together, so that the answer names each one that is
     * invalid.
     */
    public static final class Query {

        @QueryParam("q")
        @Parameter(description = Q, example = "type:reminder status:dead error:timeout created>1d")
        @Nullable
        String q;

        @QueryParam("status")
        @Parameter(description = "Only tasks in this state; `retrying` tasks are queued after a failure.")
        @Schema(enumeration = {"queued", "waiting", "executing", "completed", "dead", "cancelled", "retrying"})
        @Nullable
        String status;

        @QueryParam("queue")
        @Parameter(description = "Only tasks of this queue.")
        @Nullable
        String queue;

        @QueryParam("type")
        @Parameter(description = "Only tasks of this type.")
        @Nullable
        String type;

        @QueryParam("tag")
        @Parameter(description = "Only tasks that have this tag.")
        @Nullable
        String tag;

        @QueryParam("after")
        @Parameter(description = "The id of the last task of the page before: its `next`.")
        @Schema(type = SchemaType.INTEGER, format = "int64")
        @Nullable
        String after;

        @QueryParam("limit")
        @Parameter(description = "Most tasks of the page.")
        @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
        @Nullable
        String limit;
    }

    public static PageRequest of(Query query) {
        Parameters parameters = new Parameters();
        List<Term> terms = new ArrayList<>(parameters.query("q", query.q));
        parameters.state(query.status).ifPresent(terms::add);
        parameters.name(Condition.QUEUE, "queue", query.queue).ifPresent(terms::add);
        parameters.name(Condition.TYPE, "type", query.type).ifPresent(terms::add);
        parameters.name(Condition.TAG, "tag", query.tag).ifPresent(terms::add);
        Long after = query.after == null ? null : parameters.number("after", query.after, Long.MAX_VALUE);
        long limit = parameters.limit(query.limit);
        parameters.refuse();
        return new PageRequest(new TaskFilter(terms, after), (int) limit);
    }

    /** Returns the filter for a query without other parameters. */
    public static TaskFilter filter(@Nullable String q) {
        Parameters parameters = new Parameters();
        TaskFilter filter = new TaskFilter(parameters.query("q", q), null);
        parameters.refuse();
        return filter;
    }
}
