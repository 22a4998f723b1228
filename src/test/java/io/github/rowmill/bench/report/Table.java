package io.github.rowmill.bench.report;

import java.util.List;
import java.util.Optional;

/** Writes the table of the page: a line for each measure, with Rowmill, SQL by hand and the peers as columns. */
final class Table {

    /** The first words of the names that Rowmill is compared with. */
    static final List<String> COLUMNS = List.of("SQL", "db-scheduler", "JobRunr");

    private static final String NOT_MEASURED = "not measured";

    private record Line(String label, String measure) {}

    private static final List<Line> LINES = """
            **Drain**: tasks that do nothing | drain, no-op
            `@Transactional`, one row by JDBC | drain, transactional, one row written by JDBC
            `@Transactional`, one entity; SQL also with JTA and Hibernate | drain, transactional, one entity persisted, Hibernate on both sides
            50 share a transaction, one row by JDBC | drain, 50 share a transaction, one row written by JDBC
            50 share a transaction, one entity | drain, 50 share a transaction, one entity persisted
            a batch of 500, one statement | drain, a batch of 500, written by one statement
            four nodes, tasks that do nothing | drain, no-op, 4 processes
            log of a task that does nothing | write-ahead log, no-op
            **Enqueue**: many in one transaction | enqueue in bulk
            one, without a transaction | enqueue singly
            one, in a JTA transaction | enqueue singly, each in a JTA transaction
            **Wake-up**: call of the enqueue to handler, p50 | wake-up, same process, from the call of the enqueue, p50
            the same, p99 | wake-up, same process, from the call of the enqueue, p99
            commit to handler in another process, p50 | wake-up, another process, p50
            the same, p99 | wake-up, another process, p99
            **Results**: end of the task to the caller who waits, p50 | awaited result, same process, p50
            the same, p99 | awaited result, same process, p99
            the task runs in another process, p50 | awaited result, another process, p50
            the same, p99 | awaited result, another process, p99
            **Flows**: chains of three tasks that do nothing | drain, chains of three
            fan-in of 100,000 tasks that do nothing | drain, fan-in of 100,000
            last end to the start of the part after it | fan-in of 100,000, from the last end to the start
            looks | fan-in of 100,000, looks
            **Steps**: a step of a handler | step
            tasks that do nothing, beside 100,000 sleeping tasks | drain beside 100,000 sleeping tasks
            a claim of 100 beside them | claim of 100 beside 100,000 sleeping tasks
            an empty claim beside them | empty claim beside 100,000 sleeping tasks
            **Signals**: call that sends to the return of the wait, p50 | signal, same process, p50
            the same, p99 | signal, same process, p99
            the task runs in another process, p50 | signal, another process, p50
            the same, p99 | signal, another process, p99
            **Load**: enqueue to completed at 1,000 tasks/s, p50 | steady, 1,000 a second, to completed, p50
            the same, p99 | steady, 1,000 a second, to completed, p99
            at 5,000 tasks/s, p50 | steady, 5,000 a second, to completed, p50
            the same, p99 | steady, 5,000 a second, to completed, p99
            **Idle**: statements in each minute after the start | idle node, statements
            processor | idle node, processor time
            memory after the start | resident memory after the start
            start to ready | start to ready
            **Rules** that hold nothing back: rate | drain of 1,000 keys, rate = 1000000, rate_burst = 1000000
            100 per key | drain of 1,000 keys, per_key = 100
            concurrency | drain of 1,000 keys, concurrency = 1000000
            fair shares | drain of 1,000 keys, fair = true
            concurrency, per key and rate | drain of 1,000 keys, concurrency = 1000000, per_key = 100, rate = 1000000, rate_burst = 1000000
            order, a key for each task | drain of a key for each task, ordered = true
            order, 1,000 keys, which holds back | drain of 1,000 keys, ordered = true
            """.lines()
            .map(line -> line.split(" \\| "))
            .map(cells -> new Line(cells[0], cells[1]))
            .toList();

    private Table() {}

    static String of(Run run) {
        StringBuilder table =
                new StringBuilder("| | Rowmill | SQL by hand | db-scheduler | JobRunr |\n|---|---|---|---|---|\n");
        for (Line line : LINES) {
            List<Row> rows = run.rows(line.measure());
            table.append("| %s | %s |".formatted(line.label(), rowmill(rows)));
            for (String column : COLUMNS) {
                table.append(find(rows, column)
                        .map(row -> " %s |".formatted(other(row)))
                        .orElse(" |"));
            }
            table.append('\n');
        }
        return table.toString();
    }

    /** Returns Rowmill's figure, with its ratio if the comparison is with Rowmill itself. */
    private static String rowmill(List<Row> rows) {
        if (rows.isEmpty() || !Double.isFinite(rows.get(0).rowmill().median())) {
            return NOT_MEASURED;
        }
        Row row = rows.get(0);
        if (row.beside() == null) {
            return figure(row.rowmill(), row.unit()) + range(row.rowmill());
        }
        boolean isItself = COLUMNS.stream().noneMatch(row.beside()::startsWith);
        return figure(row.rowmill(), row.unit())
                + (isItself ? ", %s of %s".formatted(ratio(row.ratio()), row.beside()) : "");
    }

    static Optional<Row> find(List<Row> rows, String column) {
        return rows.stream()
                .filter(row -> row.beside() != null && row.beside().startsWith(column))
                .findFirst();
    }

    private static String other(Row row) {
        return "%s, %s".formatted(figure(row.other(), row.unit()), ratio(row.ratio()));
    }

    private static String figure(Series series, String unit) {
        return Figures.text(series.median()) + " " + unit;
    }

    static String ratio(Series ratio) {
        return "**%s**%s".formatted(Figures.text(ratio.median()), range(ratio));
    }

    private static String range(Series series) {
        return series.rounds().size() == 1
                ? ""
                : " (%s to %s)".formatted(Figures.text(series.min()), Figures.text(series.max()));
    }
}
