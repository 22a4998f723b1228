package io.github.rowmill.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The database that is measured. It is that of {@code -Dbench.url}, or an embedded one. */
final class Target implements AutoCloseable {

    private final String url;
    private final @Nullable EmbeddedPostgres own;

    private Target(String url, @Nullable EmbeddedPostgres own) {
        this.url = url;
        this.own = own;
    }

    /**
     * Opens the database to measure. A database that already holds tasks is refused, because a benchmark drops and
     * fills its tables.
     */
    static Target open() throws IOException {
        String given = System.getProperty("bench.url", "");
        if (given.isEmpty()) {
            return embedded();
        }
        Target target = new Target(given, null);
        if (target.text("select to_regclass('rowmill_task')") != null && !target.isLeftover()) {
            throw new IllegalStateException(
                    "bench.url names a database that holds tasks, and the benchmark drops them; give it an empty database: "
                            + given);
        }
        return target;
    }

    static Target embedded() throws IOException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "200")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("fsync", "on")
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("pg_stat_statements.track_utility", "off")
                .start();
        Target target =
                new Target("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres", server);
        target.countStatements(false);
        return target;
    }

    /** Returns whether the tables have the mark of an earlier benchmark. */
    private boolean isLeftover() {
        return text("select to_regclass('bench_mark')") != null;
    }

    /** Drops the tables that an earlier run left, and creates the tables that the application's measures write into. */
    void clear() {
        execute("""
                drop table if exists rowmill_attempt, rowmill_task, rowmill_schedule, rowmill_queue, rowmill_lane, rowmill_session, rowmill_audit, rowmill_log, rowmill_failure, rowmill_job_task, rowmill_job, rowmill_operator, rowmill_series, rowmill_series_node, rowmill_view, rowmill_subscription, rowmill_part_task, rowmill_part, rowmill_flow, rowmill_step, rowmill_signal, rowmill_schema_history, sample_event, sample_report,
                                     bench_measure, bench_event, bench_step, flyway_schema_history, limit_task, limit_effect, bench_mark cascade
                """);
        execute("create table bench_mark ()");
        execute("create table bench_measure (task_id bigint not null, what text not null, nanos bigint not null)");
    }

    /**
     * Removes all tasks with their attempts, steps and signals, and all measured values. An earlier version lacks
     * some of the tables.
     */
    void empty() {
        execute(String.valueOf(text("""
                select 'truncate ' || string_agg(to_regclass(name)::text, ', ')
                  from unnest(array['rowmill_task', 'rowmill_attempt', 'rowmill_step', 'rowmill_signal', 'bench_measure']) name
                """)));
    }

    /**
     * Switches the counting of statements in an embedded server on or off. The counting slows each statement down a
     * little.
     */
    void countStatements(boolean counts) {
        if (isEmbedded()) {
            execute("create extension if not exists pg_stat_statements");
            execute("alter system set compute_query_id = " + (counts ? "on" : "off"));
            execute("alter system set pg_stat_statements.track = " + (counts ? "top" : "none"));
            execute("select pg_reload_conf()");
        }
    }

    /** Returns whether the server is an embedded one. Its processes are visible, because they run on this machine. */
    boolean isEmbedded() {
        return own != null;
    }

    /** Returns the bytes of write-ahead log that the server has written so far. */
    double wal() {
        return number("select pg_current_wal_insert_lsn() - pg_lsn '0/0'");
    }

    String url() {
        return url;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    double number(String sql) {
        return Double.parseDouble(String.valueOf(text(sql)));
    }

    @Nullable
    String text(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() throws IOException {
        if (own != null) {
            own.close();
        }
    }
}
