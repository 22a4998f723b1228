package io.github.rowmill.store.claim;

import io.github.rowmill.store.loop.LoopDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Tells which queues are worth a claim. */
@ApplicationScoped
public class DueQueues {

    private final LoopDatabase database;
    private final Groups groups;

    DueQueues(LoopDatabase database, Groups groups) {
        this.database = database;
        this.groups = groups;
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
        return new Queues(due, quarantined(types));
    }

    private static final String QUARANTINED = """
            select distinct t.queue
              from rowmill_task t
             where t.status = 'queued'
               and t.crashes >= 2
               and t.type = any(?)
               and t.run_at <= now()
            """;

    private Set<String> quarantined(Set<String> types) {
        String[] names = types.toArray(String[]::new);
        return Set.copyOf(
                database.<List<String>>statement(sql -> sql.all(QUARANTINED, row -> row.getString(1), (Object) names)));
    }

    /** The groups of one queue that hold something due. */
    public List<Group> groups(String queue, Set<String> types) {
        return groups.due(queue, types);
    }
}
