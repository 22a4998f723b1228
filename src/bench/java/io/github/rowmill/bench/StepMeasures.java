package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The workloads that measure steps and signals. */
@ApplicationScoped
class StepMeasures {

    /** Longest wait for a signal. It is longer than a round of the benchmark. */
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private static final String SIGNAL = "go";

    private final AgroalDataSource database;
    private final TaskQueue tasks;
    private final Notes notes;

    StepMeasures(AgroalDataSource database, TaskQueue tasks, Notes notes) {
        this.database = database;
        this.tasks = tasks;
        this.notes = notes;
    }

    /** Records steps one after the other, and notes how long all of them took. */
    @Handles(value = "measure-steps", timeout = "30m")
    void recordSteps(Measures.Many many, TaskContext task) throws SQLException {
        long start = System.nanoTime();
        for (int n = 0; n < many.tasks(); n++) {
            int value = n;
            task.step("step-" + n, Integer.class, () -> value);
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    private static final String INSERT = """
            insert into bench_step (task, name, kind, result, done)
            values (?, ?, 'step', cast(? as jsonb), clock_timestamp())
            """;

    /** Inserts the rows of such steps by SQL on one connection, commits each, and notes how long all of them took. */
    @Handles(value = "measure-inserts", timeout = "30m")
    void insertRows(Measures.Many many, TaskContext task) throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int n = 0; n < many.tasks(); n++) {
                insert.setLong(1, task.id());
                insert.setString(2, "step-" + n);
                insert.setString(3, String.valueOf(n));
                insert.executeUpdate();
            }
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    /** Sends a signal to each of the waiting tasks, one after the other. Its payload is the time of the call. */
    @Handles(value = "measure-signals", timeout = "30m")
    void sendSignals(Measures.Many many) throws InterruptedException {
        for (int n = 1; n <= many.tasks(); n++) {
            tasks.signal("signalled", "waits-" + n, SIGNAL, System.nanoTime());
            TimeUnit.MILLISECONDS.sleep(Measures.PAUSE_MILLIS);
        }
    }

    /** Waits for the signal, and notes the time from the call that sent it. */
    @Handles("signalled")
    void awaitSignal(TaskContext task) throws SQLException {
        long sent = task.awaitSignal(SIGNAL, Long.class, LONGEST_WAIT).orElseThrow();
        notes.note(task.id(), "signal", System.nanoTime() - sent);
    }
}
