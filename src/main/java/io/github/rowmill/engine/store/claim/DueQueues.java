package io.github.rowmill.engine.store.claim;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells which queues are worth a claim. */
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

    /** The queues that hold something due, each with its groups that do, and those that hold due tasks in quarantine. */
    public record Queues(Map<String, List<Group>> due, Set<String> quarantined) {}

    /** Which queues to ask for tasks of these types. It may take a while if there are many: {@code progress} is run now and then. */
    public Queues read(Set<String> types, Runnable progress) {
        Map<String, List<Groups.Seen>> due = new TreeMap<>();
        boolean anyQuarantined = groups.of(types, slice -> {
            slice.stream()
                    .filter(seen -> seen.isDue() && types.contains(seen.group().type()))
                    .forEach(seen -> due.computeIfAbsent(seen.queue(), queue -> new ArrayList<>())
                            .add(seen));
            progress.run();
        });
        admission.ready().forEach(queue -> due.computeIfAbsent(queue, name -> new ArrayList<>()));
        List<Groups.Seen> inQuarantine = anyQuarantined ? groups.quarantined(types) : List.of();
        Set<String> quarantined = inQuarantine.stream().map(Groups.Seen::queue).collect(Collectors.toSet());
        Map<String, List<Group>> ordered = new TreeMap<>();
        due.forEach((queue, seen) -> ordered.put(queue, ordered(queue, seen)));
        return new Queues(ordered, quarantined);
    }

    /** Whether a claim of a queue is worth it where no group holds something due. */
    public boolean mayHaveWaiting(String queue) {
        return admission.mayHaveWaiting(queue);
    }

    /** The groups of one queue that hold something due. */
    public List<Group> groups(String queue, Set<String> types) {
        return ordered(queue, groups.due(queue, types));
    }

    /** Without paused types, and in the order of their ranks, if waiting counts in the queue. */
    private List<Group> ordered(String queue, List<Groups.Seen> seen) {
        Preferences.Preference preference = preferences.of(queue);
        Duration ageing = preference.ageing();
        Stream<Groups.Seen> going = seen.stream()
                .filter(one -> !preference.pausedTypes().contains(one.group().type()));
        Stream<Groups.Seen> ordered =
                ageing == null ? going : going.sorted(Comparator.comparingLong(one -> one.rank(ageing)));
        return ordered.map(Groups.Seen::group).toList();
    }

    /** What to claim of these groups, in the way that the queue asks for. */
    public Plan plan(String queue, List<Group> groups) {
        Preferences.Preference preference = preferences.of(queue);
        return new Plan(queue, groups, null, preference.ageing() != null, preference.lifo());
    }

    /** What a queue asks of a node. */
    public Preferences.Preference preference(String queue) {
        return preferences.of(queue);
    }
}
