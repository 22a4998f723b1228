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
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What each migration since schema 1.4 takes on a table of many rows, and which locks it holds on it meanwhile. Run by
 * {@code -Pupgrade -Dit.test=MigrationTimesRun}; {@code -Dupgrade.rows} says how many, a million if it does not.
 */
class MigrationTimesRun {

    private static final Path FOLDER = Path.of("src", "main", "resources", "db", "rowmill");
    private static final int FILLED_AFTER = 4;

    /** As a queue looks that keeps what has ended: one in a hundred waits, one in a hundred is dead, one in ten has a tag, one in fifty a key. */
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
    void eachMigrationSaysWhatItTakes() throws Exception {
        long rows = Long.getLong("upgrade.rows", 1_000_000);
        try (Database database = Database.start();
                Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            for (Path migration : migrations()) {
                if (minor(migration) == FILLED_AFTER + 1) {
                    fill(connection, rows);
                }
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
        if (minor(migration) > FILLED_AFTER) {
            System.out.printf("upgrade: %-26s %7.2f s  %s%n", migration.getFileName(), seconds(begun), locks);
        }
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

    private static List<Path> migrations() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.getFileName().toString().startsWith("V"))
                    .sorted(Comparator.comparingInt(MigrationTimesRun::minor))
                    .toList();
        }
    }

    /** Of {@code V1.7__turns.sql} 7, of {@code V1__tasks.sql} 0. */
    private static int minor(Path migration) {
        String name = migration.getFileName().toString();
        return name.startsWith("V1__") ? 0 : Integer.parseInt(name.substring(3, name.indexOf("__")));
    }
}
