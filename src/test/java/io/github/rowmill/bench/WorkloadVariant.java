package io.github.rowmill.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A variant of the workload. It differs in one thing from the variant that it is compared with. Only the first
 * variant with rows differs in two: its tasks and its workers.
 *
 * @param beside the variant whose tasks a second it is compared with
 * @param share the part of that variant's tasks a second that is enqueued, 0 for as many as the nodes run
 */
record WorkloadVariant(
        String name, String beside, WorkloadNodes nodes, WorkloadLoad load, double share, Disturbance disturbance) {

    private static final double BELOW_THE_PEAK = 0.8;
    private static final double HALF = 0.5;

    /** Platform threads, one node, one queue, 1,000 tasks a call. */
    static final WorkloadVariant BASE = new WorkloadVariant(
            "64 workers", "64 workers", WorkloadNodes.ONE, new WorkloadLoad("work", 1, 1_000, 0), 0, Disturbance.NONE);

    private static final WorkloadVariant ROW = BASE.load(
                    "a row in the task's transaction, 16 workers", BASE.load.type("work-row"))
            .nodes(WorkloadNodes.ONE.workers(16));

    /** Returns the variants. Each comes after the variant that it is compared with. */
    static List<WorkloadVariant> all(boolean hasJava25) {
        List<WorkloadVariant> all = new ArrayList<>(List.of(
                BASE,
                BASE.share("64 workers, 80 % of the peak", BELOW_THE_PEAK),
                BASE.share("64 workers, half of the peak", HALF),
                BASE.load("128 tasks a call", BASE.load.together(128)),
                BASE.nodes("4 workers", WorkloadNodes.ONE.workers(4)),
                BASE.nodes("16 workers", WorkloadNodes.ONE.workers(16)),
                BASE.nodes("256 workers", WorkloadNodes.ONE.workers(256)),
                BASE.nodes("two nodes of 32 workers", new WorkloadNodes(2, 32, "")),
                BASE.load("32 queues", BASE.load.queues(32)),
                ROW,
                ROW.beside(ROW.name).nodes("a row in the task's transaction, 64 workers", WorkloadNodes.ONE),
                BASE.disturbed("a transaction that has written is held", Disturbance.HELD_TRANSACTION),
                BASE.disturbed("four sessions count rows", Disturbance.COUNTS),
                BASE.nodes("completed tasks are deleted", WorkloadNodes.ONE.setting("rowmill.retention.completed=0"))));
        if (hasJava25) {
            WorkloadVariant onJava25 = BASE.nodes("Java 25", WorkloadNodes.ONE.onJava25());
            all.add(onJava25);
            all.add(onJava25.beside(onJava25.name)
                    .load("Java 25, virtual threads", onJava25.load.type("work-virtual")));
        }
        return all;
    }

    /** Returns the variants whose names match a pattern, and the variants that these are compared with. */
    static List<WorkloadVariant> matching(String pattern, boolean hasJava25) {
        List<WorkloadVariant> all = all(hasJava25);
        Set<String> needed = new HashSet<>();
        Deque<WorkloadVariant> chosen = new ArrayDeque<>();
        for (int n = all.size() - 1; n >= 0; n--) {
            WorkloadVariant variant = all.get(n);
            if (variant.name.matches(pattern) || needed.contains(variant.name)) {
                needed.add(variant.beside);
                chosen.addFirst(variant);
            }
        }
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no variant of the workload has a name like " + pattern);
        }
        return List.copyOf(chosen);
    }

    private WorkloadVariant load(String other, WorkloadLoad tasks) {
        return new WorkloadVariant(other, beside, nodes, tasks, share, disturbance);
    }

    private WorkloadVariant nodes(WorkloadNodes others) {
        return nodes(name, others);
    }

    private WorkloadVariant nodes(String other, WorkloadNodes others) {
        return new WorkloadVariant(other, beside, others, load, share, disturbance);
    }

    private WorkloadVariant beside(String other) {
        return new WorkloadVariant(name, other, nodes, load, share, disturbance);
    }

    private WorkloadVariant share(String other, double part) {
        return new WorkloadVariant(other, beside, nodes, load, part, disturbance);
    }

    private WorkloadVariant disturbed(String other, Disturbance by) {
        return new WorkloadVariant(other, beside, nodes, load, share, by);
    }
}
