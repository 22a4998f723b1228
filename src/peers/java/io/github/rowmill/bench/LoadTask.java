package io.github.rowmill.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The task of the workload in a peer. Its state is static, because Quartz creates the jobs itself. */
final class LoadTask {

    private static volatile DataSource database;
    private static volatile Waits waits = new Waits();

    private LoadTask() {}

    static void use(DataSource effects, Waits records) {
        database = effects;
        waits = records;
    }

    /** Works for a millisecond, and writes a row in a transaction of its own if {@code row} is true. */
    static void run(boolean row, String payload) {
        try {
            long begun = Waits.work();
            if (row) {
                write();
            }
            waits.ended(TimedPayload.sent(payload), begun);
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bench_measure (task_id, what, nanos) values (0, 'effect', 0)")) {
            insert.executeUpdate();
        }
    }
}
