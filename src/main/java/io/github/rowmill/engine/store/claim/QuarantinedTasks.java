package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.task.Claimed;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Selects tasks in quarantine that may start, and the one of many busy nodes that makes time for them. */
@ApplicationScoped
public class QuarantinedTasks {

    /**
     * Largest number of groups to try. If other nodes hold the first tasks of all these groups, the next round
     * comes soon enough.
     */
    private static final int MAX_GROUPS = 50;

    /** Number of tasks to try of a group in quarantine if its first task may not start. */
    private static final int MAX_OF_GROUP = 20;

    private final EngineDatabase database;
    private final Groups groups;
    private final Admission admission;

    QuarantinedTasks(EngineDatabase database, Groups groups, Admission admission) {
        this.database = database;
        this.groups = groups;
        this.admission = admission;
    }

    /** The tasks that the node holds. */
    public interface Hand {

        /**
         * Returns whether the node holds a task of a queue.
         *
         * @param key the key that the task must have; null for any task
         */
        boolean holds(String queue, @Nullable String key);
    }

    /** Returns the first groups in quarantine of these queues and types that hold due tasks. */
    List<Groups.Seen> due(Set<String> queues, Set<String> types) {
        return groups.quarantined(types).stream()
                .filter(seen -> queues.contains(seen.queue()))
                .limit(MAX_GROUPS)
                .toList();
    }

    /**
     * Takes the first task in quarantine that may start. If its rules or the database refuse it, tasks of other
     * keys and groups are not blocked.
     */
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
     * Returns whether one of these tasks would start if the claimant held no tasks. That is so if its rules allow it
     * now, or by their rates within {@code soon}. It is also so if a held task may be what blocks it. The method
     * checks the rules as a claim does, and takes nothing.
     */
    public boolean mayStart(Claimant claimant, Set<String> queues, Hand hand, Duration soon) {
        List<Groups.Seen> suspects = due(queues, claimant.types());
        return database.transaction(session -> {
            DueTasks due = new DueTasks(session, claimant, database.longestSilence(), false);
            return suspects.stream().anyMatch(one -> mayStart(due, one, hand, soon));
        });
    }

    private boolean mayStart(DueTasks due, Groups.Seen suspects, Hand hand, Duration soon) {
        List<DueTasks.Locked> some = due.quarantined(suspects.queue(), suspects.group(), MAX_OF_GROUP);
        RuledClaim admitted = RuledClaim.oneOf(admission, due, some);
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
                          and t.type = any(?)
                          and t.expiry > now()
                          and t.operator_id not like 'remote:%'
                          and md5(t.operator_id) < md5(?))
            """;

    /**
     * Returns whether a claimant is the first of those that are busy with tasks of these queues and of its types, in
     * an order common to all. So one of them makes room, and the others continue to work. A node of another application
     * has other types, and makes no room. Nor do remote workers.
     */
    public boolean isFirst(Claimant claimant, Collection<String> queues) {
        String[] names = queues.toArray(String[]::new);
        String[] types = claimant.types().toArray(String[]::new);
        return database.statement(sql -> sql.first(FIRST, row -> row.getBoolean(1), names, types, claimant.name())
                .orElseThrow());
    }
}
