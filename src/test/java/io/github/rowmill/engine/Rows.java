package io.github.rowmill.engine;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Reads and writes tables by SQL, on connections outside the engine's transactions. No statement lasts for ever. */
@ApplicationScoped
public class Rows {

    /**
     * Timeout of a statement, longer than any wait of a test. If a statement waits for a lock for ever, an exception
     * names it.
     */
    private static final int SECONDS = 100;

    private final AgroalDataSource database;
    private final Optional<String> superuser;

    /** @param superuser the URL at which a superuser logs in; empty if the application is a superuser */
    Rows(AgroalDataSource database, @ConfigProperty(name = "test.superuser.url") Optional<String> superuser) {
        this.database = database;
        this.superuser = superuser;
    }

    /** Returns a connection that the caller must close. */
    public Connection connect() throws SQLException {
        return database.getConnection();
    }

    /**
     * Executes a statement, and lets the session report the pages that it read. Otherwise it would report them up to
     * ten seconds later, while {@link Pages} counts.
     */
    public void execute(String sql) {
        execute(sql, this::connect);
    }

    private static void execute(String sql, Callable<Connection> source) {
        try (Connection connection = source.call();
                Statement statement = patient(connection)) {
            statement.execute(sql);
            statement.execute(Pages.FLUSH);
        } catch (Exception e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static Statement patient(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        statement.setQueryTimeout(SECONDS);
        return statement;
    }

    /** Executes a statement that the application itself need not be allowed to execute. */
    public void asSuperuser(String sql) {
        execute(sql, this::connectAsSuperuser);
    }

    /**
     * Makes the database refuse {@code events}, such as {@code update or delete}, of rows on which {@code condition}
     * holds. A trigger raises the SQL state {@code state}.
     */
    public void refuse(String events, String condition, String state) {
        asSuperuser("""
                create function refuse() returns trigger language plpgsql as $$
                begin
                    raise exception 'refused by a test' using errcode = '%s';
                end $$;
                create trigger refuse before %s on rowmill_task for each row when (%s) execute function refuse()
                """.formatted(state, events, condition));
    }

    /** Ends the refusal by {@link #refuse}. */
    public void refuseNothing() {
        asSuperuser("drop trigger if exists refuse on rowmill_task; drop function if exists refuse");
    }

    /**
     * Returns the time for which a transaction may be silent before the server ends it. It is read in transactions that
     * update rows of {@code table} during {@code work}.
     */
    public String silenceOf(String table, Runnable work) {
        asSuperuser("""
                create table seen (silence text);
                grant select, insert on seen to public;
                create function see() returns trigger language plpgsql as $$
                begin
                    insert into seen values (current_setting('idle_in_transaction_session_timeout'));
                    return new;
                end $$;
                create trigger see before update on %s for each row execute function see()
                """.formatted(table));
        try {
            work.run();
            return text("select string_agg(distinct silence, ' ') from seen");
        } finally {
            asSuperuser("drop trigger see on %s; drop function see; drop table seen".formatted(table));
        }
    }

    /** Returns a connection of a superuser, which the caller must close. */
    public Connection connectAsSuperuser() throws SQLException {
        return superuser.isEmpty() ? connect() : DriverManager.getConnection(superuser.get());
    }

    public String text(String sql) {
        try (Connection connection = connect();
                Statement statement = patient(connection);
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public long number(String sql) {
        return Long.parseLong(text(sql));
    }

    /** Returns a number that a query reads on {@code connection}. */
    public static long number(Connection connection, String sql) throws SQLException {
        try (ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Inserts a task, and returns its id. */
    public long insert(TaskRow row) {
        try (Connection connection = connect();
                Statement statement = patient(connection);
                ResultSet inserted = statement.executeQuery(row.sql())) {
            inserted.next();
            long id = inserted.getLong(1);
            statement.execute(Pages.FLUSH);
            return id;
        } catch (SQLException e) {
            throw new IllegalStateException(row.sql(), e);
        }
    }

    /** Inserts {@code count} tasks with one statement. */
    public void insert(TaskRow row, int count) {
        execute(row.sql(count));
    }

    /** Inserts tasks in one transaction, in this order. */
    public void insertAll(TaskRow... tasks) {
        execute(Arrays.stream(tasks).map(TaskRow::sql).collect(Collectors.joining(";\n")));
    }

    /** Returns one column of one task. */
    public String of(long id, String column) {
        return text("select %s from rowmill_task where id = %d".formatted(column, id));
    }

    public void clear() {
        execute(
                "delete from rowmill_task; delete from rowmill_step; delete from rowmill_signal; delete from sample_event");
    }
}
