package io.github.rowmill.operate.page.list;

import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.read.QueueStats;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.Grant;
import io.github.rowmill.operate.admin.AdminNodes;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.view.SavedViews;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Provides queues, types and nodes without a search: from shared counts, from handlers, and from nodes. */
@Singleton
class KnownValues {

    /** Age up to which users share the same counts. */
    private static final Duration AGE = Duration.ofSeconds(5);

    private static final int MAX_NODES = 12;

    private final Access access;
    private final QueueStats stats;
    private final Handlers handlers;
    private final AdminNodes nodes;
    private final SavedViews views;

    KnownValues(Access access, QueueStats stats, Handlers handlers, AdminNodes nodes, SavedViews views) {
        this.access = access;
        this.stats = stats;
        this.handlers = handlers;
        this.nodes = nodes;
        this.views = views;
    }

    /**
     * Returns the numbers of the table.
     *
     * @return null if the caller may not see all queues, as the numbers cover all
     */
    @Nullable
    Statistics statistics() {
        return seesAll() ? stats.read(AGE) : null;
    }

    private boolean seesAll() {
        return access.may(Permission.VIEW, null, null);
    }

    SearchLinks rail(Search search) {
        return SearchLinks.of(search, views.all(), queues(), types(), nodes());
    }

    /** Returns the known values of a field, or none. */
    Collection<String> values(String field) {
        return switch (field) {
            case "queue" -> queues();
            case "type" -> types();
            case "node" -> nodes();
            case "status" -> Term.STATES;
            default -> List.of();
        };
    }

    /** Returns the types that the caller may view, in some queue. */
    private Collection<String> types() {
        List<Grant> grants = access.grants(Permission.VIEW);
        return handlers.all().stream()
                .map(TaskType::name)
                .filter(type -> grants.stream().anyMatch(grant -> grant.isFor(type)))
                .toList();
    }

    private Collection<String> queues() {
        Set<String> only = access.queues(Permission.VIEW);
        if (only != null) {
            return only;
        }
        return seesAll()
                ? stats.read(AGE).queues().stream()
                        .map(Statistics.QueueCount::queue)
                        .toList()
                : List.of();
    }

    private List<String> nodes() {
        return seesAll()
                ? nodes.page("", Node.State.UP, MAX_NODES).stream()
                        .map(Node::name)
                        .toList()
                : List.of();
    }
}
