package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Writes measured values into {@code bench_measure}, a table that the benchmark creates. Times are nanoseconds of the
 * machine's monotonic clock, which its processes share.
 */
@Singleton
class Notes {

    private final AgroalDataSource database;

    Notes(AgroalDataSource database) {
        this.database = database;
    }

    /** Writes one row, in the caller's transaction if there is one. */
    void note(long task, String what, long nanos) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bench_measure (task_id, what, nanos) values (?, ?, ?)")) {
            insert.setLong(1, task);
            insert.setString(2, what);
            insert.setLong(3, nanos);
            insert.executeUpdate();
        }
    }

    /** Writes a row for each number by one statement. */
    void noteEach(long task, String what, long[] nanos) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bench_measure (task_id, what, nanos) select ?, ?, unnest(cast(? as bigint[]))")) {
            insert.setLong(1, task);
            insert.setString(2, what);
            insert.setArray(
                    3,
                    connection.createArrayOf(
                            "bigint", Arrays.stream(nanos).boxed().toArray()));
            insert.executeUpdate();
        }
    }

    /** Writes a row for each task by one statement. */
    void noteAll(List<Long> tasks, String what) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bench_measure (task_id, what, nanos) select id, ?, 0 from unnest(cast(? as bigint[])) id")) {
            insert.setString(1, what);
            insert.setArray(2, connection.createArrayOf("bigint", tasks.toArray()));
            insert.executeUpdate();
        }
    }
}
