package io.github.rowmill.bench.report;

import java.util.List;

/** The figures of a workload. Each is a row of the data, for each variant of the workload. */
public enum WorkloadFigure {
    TASKS("tasks", "tasks/s"),
    WAIT_P50("wait, p50", "ms"),
    WAIT_P99("wait, p99", "ms"),
    LONGEST_WAIT("longest wait", "ms"),
    NODE("processor time of the node", "µs/task"),
    SERVER("processor time of PostgreSQL", "µs/task"),
    PAGES("pages", "pages/task"),
    LOG("write-ahead log", "bytes/task");

    /** The names of other queues that run the workload. */
    static final List<String> PEERS = List.of("db-scheduler", "Quartz");

    private static final String WORKLOAD = "workload, ";
    private static final String SEPARATOR = "; ";

    private final String label;
    private final String unit;

    WorkloadFigure(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }

    public String unit() {
        return unit;
    }

    /** Returns the name of the row of a variant. */
    public String measure(String variant) {
        return WORKLOAD + variant + SEPARATOR + label;
    }

    /** Returns whether a row is the number of tasks a second of a variant. */
    static boolean isVariant(Row row) {
        return row.measure().startsWith(WORKLOAD) && row.measure().endsWith(SEPARATOR + TASKS.label);
    }

    /** Returns the variant of a row for which {@link #isVariant} is true. */
    static String variant(Row row) {
        String measure = row.measure();
        return measure.substring(WORKLOAD.length(), measure.length() - (SEPARATOR + TASKS.label).length());
    }
}
