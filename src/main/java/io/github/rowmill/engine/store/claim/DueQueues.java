package io.github.rowmill.engine.store.claim;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tells which queues are worth a claim. */
@ApplicationScoped
public class DueQueues {

    private final Groups groups;
    private final Admission admission;

    DueQueues(Groups groups, Admission admission) {
        this.groups = groups;
        this.admission = admission;
    }

    /** The queues that hold something due, each with its groups that do, and those that hold due tasks in quarantine. */
    public record Queues(Map<String, List<Group>> due, Set<String> quarantined) {}

    /** Which queues to ask for tasks of these types. It may take a while if there are many: {@code progress} is run now and then. */
    public Queues read(Set<String> types, Runnable progress) {
        Map<String, List<Group>> due = new TreeMap<>();
        groups.of(types, slice -> {
            slice.stream()
                    .filter(seen -> seen.isDue() && types.contains(seen.group().type()))
                    .forEach(seen -> due.computeIfAbsent(seen.queue(), queue -> new ArrayList<>())
                            .add(seen.group()));
            progress.run();
        });
        admission.ready().forEach(queue -> due.computeIfAbsent(queue, name -> new ArrayList<>()));
        Set<String> quarantined =
                groups.quarantined(types).stream().map(Groups.Seen::queue).collect(Collectors.toSet());
        return new Queues(due, quarantined);
    }

    /** Whether a claim of a queue is worth it where no group holds something due. */
    public boolean mayHaveWaiting(String queue) {
        return admission.mayHaveWaiting(queue);
    }

    /** The groups of one queue that hold something due. */
    public List<Group> groups(String queue, Set<String> types) {
        return groups.due(queue, types);
    }
}
