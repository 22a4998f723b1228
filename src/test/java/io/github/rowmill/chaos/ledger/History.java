package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Sql;
import io.github.rowmill.cluster.MigrationFolder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The life of one task, written by hand under the triggers of the ledger. It has acts of correct nodes, and mistakes.
 */
final class History implements AutoCloseable {

    private static final Path SAMPLE = Path.of("src", "main", "resources", "db", "sample", "V1__sample.sql");

    private final EmbeddedPostgres server;
    private final Sql sql;
    private final Ledger ledger;

    private History(EmbeddedPostgres server) {
        this.server = server;
        this.sql = new Sql(server.getPort());
        this.ledger = new Ledger(sql);
    }

    /** Starts a database with the application's tables, in which nothing has happened yet. */
    static History begin() throws IOException, SQLException {
        History history = new History(EmbeddedPostgres.start());
        for (Path migration : MigrationFolder.files()) {
            history.sql.execute(Files.readString(migration));
        }
        history.sql.execute(Files.readString(SAMPLE));
        return history;
    }

    /**
     * Deletes everything, and enqueues the first task. {@code completionsDelete} is true if completed tasks are not
     * kept.
     */
    void restart(boolean completionsDelete) throws SQLException {
        for (String request : Recorder.REQUESTS) {
            sql.execute("drop table if exists ledger_" + request);
        }
        sql.execute("""
                drop table if exists ledger_transition, ledger_start, ledger_rule, ledger_trouble, ledger_sent, ledger_part,
                                     ledger_step, ledger_signal cascade;
                drop function if exists ledger_note(), ledger_send(), ledger_part(), ledger_step(), ledger_signal() cascade;
                truncate rowmill_task, rowmill_attempt, rowmill_flow, rowmill_part, rowmill_part_task, rowmill_step, rowmill_signal, sample_event restart identity
                """);
        Recorder.install(sql, completionsDelete);
        sql.execute("""
                insert into rowmill_task (type, details, unique_key) values ('event', '{}', 'k');
                insert into ledger_enqueued values (1)
                """);
    }

    /** Runs the statements in one transaction of this node. */
    History by(String node, String... statements) throws SQLException {
        try (Connection connection = sql.connectAs(node);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String one : statements) {
                statement.execute(one);
            }
            connection.commit();
        }
        return this;
    }

    /** Returns the names of the checks that find a breach. */
    List<String> breaches() throws SQLException {
        return ledger.breaches().stream()
                .map(breach -> breach.substring(breach.indexOf(' ') + 1, breach.indexOf(':')))
                .toList();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
