package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.Sql;
import io.github.rowmill.task.Claimed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The locked tasks that a claim may take by the rules of their queue. They are all locked tasks if the queue has
 * no rules.
 */
final class RuledClaim {

    private final StatelessSession session;
    private final List<DueTasks.Locked> tasks;
    private final Admission.@Nullable Decision decision;

    private RuledClaim(StatelessSession session, List<DueTasks.Locked> tasks, Admission.@Nullable Decision decision) {
        this.session = session;
        this.tasks = tasks;
        this.decision = decision;
    }

    /**
     * Returns the tasks for a claim within limits. The rules may add tasks of any type. If tasks of scarce types are
     * among them, the claim takes as many as may start, or none.
     *
     * @param more whether more tasks may follow those found
     */
    static RuledClaim of(
            Admission admission,
            DueTasks due,
            String queue,
            List<DueTasks.Locked> found,
            boolean more,
            ClaimLimits most) {
        boolean asks =
                found.isEmpty() ? admission.mayHaveWaiting(queue) : found.get(0).isRuled();
        return asks
                ? of(admission, due, request(due, queue, found, more, most), found)
                : new RuledClaim(due.session(), found, null);
    }

    /** Returns the tasks for a claim of one task: the first of {@code found} that the rules allow, or none. */
    static RuledClaim oneOf(Admission admission, DueTasks due, List<DueTasks.Locked> found) {
        return found.isEmpty() || !found.get(0).isRuled()
                ? new RuledClaim(due.session(), found.stream().limit(1).toList(), null)
                : of(admission, due, requestOfOne(due, found), found);
    }

    private static RuledClaim of(
            Admission admission, DueTasks due, Admission.Request request, List<DueTasks.Locked> found) {
        Admission.Decision decision = Sql.of(due.session(), sql -> admission.decide(sql, request));
        Map<Long, DueTasks.Locked> locked =
                found.stream().collect(Collectors.toMap(DueTasks.Locked::id, Function.identity()));
        List<Long> others =
                decision.ids().stream().filter(id -> !locked.containsKey(id)).toList();
        List<DueTasks.Locked> tasks = new ArrayList<>(decision.ids().stream()
                .filter(locked::containsKey)
                .map(locked::get)
                .toList());
        tasks.addAll(others.isEmpty() ? List.of() : due.these(request.queue(), others));
        return new RuledClaim(due.session(), tasks, decision);
    }

    private static Admission.Request request(
            DueTasks due, String queue, List<DueTasks.Locked> found, boolean more, ClaimLimits most) {
        Set<String> types = due.claimant().types();
        ClaimLimits.Scarce scarce = most.scarce();
        return scarce.most() == 0
                ? new Admission.Request(types, queue, candidates(found), more, most.tasks(), false, scarce.types())
                : new Admission.Request(
                        types, queue, candidates(found), more, Math.min(most.tasks(), scarce.most()), false, Set.of());
    }

    private static Admission.Request requestOfOne(DueTasks due, List<DueTasks.Locked> found) {
        String queue = found.get(0).queue();
        return new Admission.Request(due.claimant().types(), queue, candidates(found), false, 1, true, Set.of());
    }

    private static List<Admission.Candidate> candidates(List<DueTasks.Locked> found) {
        return found.stream()
                .map(row -> new Admission.Candidate(row.id(), row.key(), row.position()))
                .toList();
    }

    List<DueTasks.Locked> tasks() {
        return tasks;
    }

    /** Records the tasks that were taken. */
    Admission.Next took(Collection<Claimed> taken) {
        Admission.Decision decided = decision;
        return decided == null ? Admission.Next.OPEN : Sql.of(session, sql -> decided.took(sql, taken));
    }
}
