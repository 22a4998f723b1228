package io.github.rowmill.engine.store.claim;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Determines the queues for which a claim is worthwhile. */
@ApplicationScoped
public class DueQueues {

    private final Groups groups;
    private final Admission admission;
    private final Preferences preferences;

    DueQueues(Groups groups, Admission admission, Preferences preferences) {
        this.groups = groups;
        this.admission = admission;
        this.preferences = preferences;
    }

    /**
     * The groups with due tasks, as a walk over all queues has shown them.
     *
     * @param due the groups, by queue
     * @param quarantined the groups in quarantine, of all queues
     */
    public record Walk(Map<String, List<Groups.Seen>> due, List<Groups.Seen> quarantined) {

        /** The walk of a node that can run no task. */
        public static final Walk NONE = new Walk(Map.of(), List.of());
    }

    /**
     * The queues that a claim is worthwhile for.
     *
     * @param due the due tasks, by queue
     * @param quarantined the groups in quarantine with due tasks, of all queues
     */
    public record Queues(Map<String, Due> due, List<Groups.Seen> quarantined) {

        /** Returns the queues with due tasks in quarantine. */
        public Set<String> withQuarantined() {
            return quarantined.stream().map(Groups.Seen::queue).collect(Collectors.toSet());
        }
    }

    /**
     * The due tasks of a queue, as a look has shown them.
     *
     * @param groups the groups with due tasks
     * @param since the time at which the first of the tasks became due; null if there is none
     */
    public record Due(List<Group> groups, @Nullable Instant since) {

        /** Returns the same without some groups. */
        public Due without(List<Group> some) {
            return new Due(
                    groups.stream().filter(group -> !some.contains(group)).toList(), since);
        }
    }

    /**
     * Walks over the groups with due tasks of these types. It may take a while if there are many groups, so
     * {@code progress} is run after each slice.
     */
    public Walk walk(Set<String> types, Runnable progress) {
        Map<String, List<Groups.Seen>> due = new TreeMap<>();
        boolean anyQuarantined = groups.of(types, slice -> {
            slice.stream()
                    .filter(seen -> seen.isDue() && types.contains(seen.group().type()))
                    .forEach(seen -> due.computeIfAbsent(seen.queue(), queue -> new ArrayList<>())
                            .add(seen));
            progress.run();
        });
        return new Walk(due, anyQuarantined ? groups.quarantined(types) : List.of());
    }

    /** Returns the queues with due tasks of a walk, and those with waiting tasks that may continue. */
    public Queues queues(Walk walk) {
        Map<String, Due> due = new TreeMap<>();
        walk.due().forEach((queue, seen) -> due.put(queue, due(queue, seen)));
        admission.ready().forEach(queue -> due.computeIfAbsent(queue, name -> due(name, List.of())));
        return new Queues(due, walk.quarantined());
    }

    /** Returns whether a claim of a queue is worthwhile even if none of its groups holds a due task. */
    public boolean mayHaveWaiting(String queue) {
        return admission.mayHaveWaiting(queue);
    }

    /** Returns the due tasks of one queue. */
    public Due look(String queue, Set<String> types) {
        return due(queue, groups.due(queue, types));
    }

    /** Returns the groups of one queue that hold due tasks. */
    public List<Group> groups(String queue, Set<String> types) {
        return look(queue, types).groups();
    }

    private Due due(String queue, List<Groups.Seen> seen) {
        Instant since = seen.stream()
                .map(Groups.Seen::first)
                .min(Comparator.naturalOrder())
                .orElse(null);
        return new Due(ordered(queue, seen), since);
    }

    /** Removes paused types, and sorts the groups by their ranks if waiting counts in the queue. */
    private List<Group> ordered(String queue, List<Groups.Seen> seen) {
        Preferences.Preference preference = preferences.of(queue);
        Duration ageing = preference.ageing();
        Stream<Groups.Seen> going = seen.stream()
                .filter(one -> !preference.pausedTypes().contains(one.group().type()));
        Stream<Groups.Seen> ordered =
                ageing == null ? going : going.sorted(Comparator.comparingLong(one -> one.rank(ageing)));
        return ordered.map(Groups.Seen::group).toList();
    }

    /** Returns the plan for a claim of these groups, in the order that the queue's rules demand. */
    public Plan plan(String queue, List<Group> groups) {
        return plan(queue, new Due(groups, null));
    }

    /** Returns the plan for a claim of these tasks, in the order that the queue's rules demand. */
    public Plan plan(String queue, Due shown) {
        Preferences.Preference preference = preferences.of(queue);
        return new Plan(queue, shown.groups(), shown.since(), null, preference.ageing() != null, preference.lifo());
    }

    /** Returns the preference of a queue. */
    public Preferences.Preference preference(String queue) {
        return preferences.of(queue);
    }
}
