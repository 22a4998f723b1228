package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Measures each migration after the first one on a table of many rows, and prints the locks that it takes on the
 * table. Run by {@code -Pupgrade -Dit.test=MigrationTimesRun}. {@code -Dupgrade.rows} is the number of rows, a
 * million by default.
 */
class MigrationTimesRun {

    /** Rows of a queue that keeps its ended tasks: 1 % wait, 1 % are dead, 10 % have a tag, and 2 % have a key. */
    private static final String FILL = """
            insert into rowmill_task (queue, type, details, status, run_at, attempts, finished, unique_key, tags, error)
            select 'queue-' || n % 20,
                   'type-' || n % 50,
                   jsonb_build_object('account', 'a-' || n % 10000, 'n', n),
                   case when n % 100 = 0 then 'queued' when n % 100 = 1 then 'dead' else 'completed' end,
                   now() - make_interval(secs => n % 600000),
                   case when n % 100 = 0 then 0 else 1 end,
                   case when n % 100 > 0 then now() - make_interval(secs => n % 600000) end,
                   case when n % 50 = 0 then 'key-' || n end,
                   case when n % 10 = 0 then array['tag-' || n % 100] else '{}' end,
                   case when n % 100 = 1 then 'IllegalStateException: the mail server did not answer' end
              from generate_series(%d, %d) n
            """;

    private static final String FILL_ATTEMPTS = """
            insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace)
            select id, 1, 'node-' || id % 10, finished, finished, error, repeat('at org.acme.Mail.send(Mail.java:42) ', 50)
              from rowmill_task
             where status = 'dead'
            """;

    private static final String LOCKS = """
            select string_agg(c.relname || ' ' || l.mode, ', ' order by c.relname, l.mode)
              from pg_locks l
              join pg_class c on c.oid = l.relation
             where l.pid = pg_backend_pid()
               and c.relname in ('rowmill_task', 'rowmill_attempt')
               and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
            """;

    @Test
    void eachMigrationIsMeasuredAndKeepsAllTasks() throws Exception {
        List<Path> migrations = MigrationFolder.files();
        List<Path> later = migrations.subList(1, migrations.size());
        if (later.isEmpty()) {
            System.out.println("upgrade: there is nothing to measure, because db/rowmill has one migration only");
            return;
        }
        long rows = Long.getLong("upgrade.rows", 1_000_000);
        try (Database database = Database.start();
                Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            execute(connection, Files.readString(migrations.get(0)));
            fill(connection, rows);
            for (Path migration : later) {
                report(migration, connection);
            }

            assertThat(database.number("select count(*) from rowmill_task")).isEqualTo(rows);
        }
    }

    private static void fill(Connection connection, long rows) throws SQLException {
        long part = 500_000;
        long begun = System.nanoTime();
        for (long from = 1; from <= rows; from += part) {
            execute(connection, FILL.replace("%d, %d", from + ", " + Math.min(rows, from + part - 1)));
            connection.commit();
        }
        execute(connection, FILL_ATTEMPTS);
        connection.commit();
        connection.setAutoCommit(true);
        execute(connection, "vacuum analyze");
        connection.setAutoCommit(false);
        System.out.printf("upgrade: %,d rows in %.0f s, rowmill_task has %s%n", rows, seconds(begun), size(connection));
    }

    private static String size(Connection connection) throws SQLException {
        return text(connection, "select pg_size_pretty(pg_total_relation_size('rowmill_task'))");
    }

    private static void report(Path migration, Connection connection) throws IOException, SQLException {
        long begun = System.nanoTime();
        execute(connection, Files.readString(migration));
        String locks = text(connection, LOCKS);
        connection.commit();
        System.out.printf("upgrade: %-26s %7.2f s  %s%n", migration.getFileName(), seconds(begun), locks);
    }

    private static double seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toMillis() / 1e3;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
