package io.github.rowmill.engine.store.claim;

import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.node.Operator;
import io.github.rowmill.task.Claimed;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tasks in quarantine: which of them may start, and which of many busy nodes is to make time for them. */
@ApplicationScoped
public class Suspects {

    /** Where other nodes hold the first task of so many groups in quarantine, the next round comes soon enough. */
    private static final int MAX_GROUPS = 50;

    /** Tasks of a group in quarantine that are tried where the first of them may not start. */
    private static final int MAX_OF_GROUP = 20;

    private final EngineDatabase database;
    private final Groups groups;
    private final Admission admission;
    private final String operator;

    Suspects(EngineDatabase database, Groups groups, Admission admission, Operator operator) {
        this.database = database;
        this.groups = groups;
        this.admission = admission;
        this.operator = operator.id();
    }

    /** What the node has in hand. */
    public interface Hand {

        /** Whether a task of a queue is in hand, and of this key; null: of any or none. */
        boolean holds(String queue, @Nullable String key);
    }

    /** The groups of these queues and types that hold something due, the first of them. */
    List<Groups.Seen> due(Set<String> queues, Set<String> types) {
        return groups.quarantined(types).stream()
                .filter(seen -> queues.contains(seen.queue()))
                .limit(MAX_GROUPS)
                .toList();
    }

    /** Takes the first suspect that may start. One that its rules refuse, or the database, holds up none of another key or group. */
    static List<Claimed> firstOf(
            List<Groups.Seen> suspects, DueTasks due, Function<List<DueTasks.Locked>, List<Claimed>> take) {
        List<Claimed> task = List.of();
        for (int i = 0; i < suspects.size() && task.isEmpty(); i++) {
            String queue = suspects.get(i).queue();
            Group group = suspects.get(i).group();
            List<DueTasks.Locked> first = due.quarantined(queue, group, 1);
            task = take.apply(first);
            if (task.isEmpty() && !first.isEmpty()) {
                task = take.apply(due.quarantined(queue, group, MAX_OF_GROUP));
            }
        }
        return task;
    }

    /**
     * Whether one of these would start once this node's hand is empty: its rules let it, at this moment or by their rates
     * {@code soon}, or else something in hand is what may hold it up. It asks as a claim would, and takes nothing.
     */
    public boolean mayStart(Set<String> queues, Set<String> types, Hand hand, Duration soon) {
        List<Groups.Seen> suspects = due(queues, types);
        return database.transaction(session -> {
            DueTasks due = new DueTasks(session, database.longestSilence(), false);
            return suspects.stream().anyMatch(one -> mayStart(due, one, hand, soon));
        });
    }

    private boolean mayStart(DueTasks due, Groups.Seen suspects, Hand hand, Duration soon) {
        List<DueTasks.Locked> some = due.quarantined(suspects.queue(), suspects.group(), MAX_OF_GROUP);
        Admitted admitted = Admitted.oneOf(admission, due, some);
        if (!admitted.tasks().isEmpty()) {
            return true;
        }
        Admission.Next next = admitted.took(List.of());
        return next.later().filter(later -> later.compareTo(soon) <= 0).isPresent()
                || some.stream().anyMatch(one -> hand.holds(one.queue(), next.inTurns() ? one.key() : null));
    }

    private static final String FIRST = """
            select not exists (
                       select 1
                         from rowmill_task t
                        where t.status = 'executing'
                          and t.queue = any(?)
                          and t.expiry > now()
                          and md5(t.operator_id) < md5(?))
            """;

    /**
     * Whether this node is the first, in an order that all agree on, of those that are busy with tasks of these queues: so
     * one of them makes room, and the others go on working.
     */
    public boolean isThisNodeFirst(Collection<String> queues) {
        String[] names = queues.toArray(String[]::new);
        return database.statement(sql ->
                sql.first(FIRST, row -> row.getBoolean(1), names, operator).orElseThrow());
    }
}
