package io.github.rowmill.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A program that writes rows of {@code rowmill_task} by JDBC, without Rowmill. */
final class JdbcClient {

    /** Number of rows that are sent together. */
    private static final int BATCH = 1_000;

    private final Target target;

    JdbcClient(Target target) {
        this.target = target;
    }

    /**
     * Inserts tasks in one transaction, in batches of JDBC. The driver joins the rows of a batch into statements of
     * many rows. Returns the number of tasks a second, commit included.
     */
    double insert(int tasks) throws SQLException {
        target.empty();
        try (Connection connection = DriverManager.getConnection(target.url() + "&reWriteBatchedInserts=true");
                PreparedStatement insert = connection.prepareStatement(
                        "insert into rowmill_task (type, details, run_at) values (?, cast(? as jsonb), now() + interval '1 day')")) {
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            for (int n = 0; n < tasks; n++) {
                insert.setString(1, "noop");
                insert.setString(2, "{\"n\":" + n + "}");
                insert.addBatch();
                if ((n + 1) % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
            connection.commit();
            return Clock.perSecond(tasks, start);
        }
    }
}
