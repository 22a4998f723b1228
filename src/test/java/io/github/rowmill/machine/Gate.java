package io.github.rowmill.machine;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * Holds a transaction open after its write, on any connection. A trigger waits at an advisory lock while the gate is
 * closed. So the written rows stay locked until the test has seen what another transaction does.
 */
final class Gate implements AutoCloseable {

    /** Class of the gate's advisory locks. No other code uses this number. */
    private static final int KEY = 7041;

    private static final String INSTALL = """
            create or replace function machine_gate() returns trigger language plpgsql as $$
            begin
                perform pg_advisory_xact_lock_shared(%d, 0);
                return null;
            end $$;
            create or replace trigger machine_gate after insert or update or delete on rowmill_task
               for each row execute function machine_gate()
            """.formatted(KEY);

    private static final String REMOVE = """
            drop trigger if exists machine_gate on rowmill_task;
            drop function if exists machine_gate
            """;

    private static final String WAITING = """
            select min(pid)
              from pg_locks
             where locktype = 'advisory'
               and classid = %d
               and not granted
            """.formatted(KEY);

    private final Rows rows;
    private final Connection connection;

    Gate(Rows rows) throws SQLException {
        this.rows = rows;
        this.connection = rows.connectAsSuperuser();
        rows.asSuperuser(INSTALL);
    }

    /** Closes the gate. Transactions that write from now on wait. */
    void shut() {
        ask("select pg_advisory_lock(%d, 0)".formatted(KEY));
    }

    /** Opens the gate for all. */
    void open() {
        ask("select pg_advisory_unlock(%d, 0)".formatted(KEY));
    }

    /** Waits until a transaction has written and stands at the gate. Returns its process. */
    int awaitWriter(Future<?> somebody) {
        return Integer.parseInt(awaitSome(() -> {
            if (somebody.isDone()) {
                throw new IllegalStateException("it wrote nothing, and answered " + somebody.get());
            }
            return Optional.ofNullable(ask(WAITING));
        }));
    }

    /** Waits until a transaction has ended, or waits for a lock that {@code holder} has. Returns true if it waits. */
    boolean awaitEndOrWait(Future<?> somebody, int holder) {
        String blocked = "select bool_or(%d = any(pg_blocking_pids(pid))) from pg_stat_activity".formatted(holder);
        return awaitSome(() -> {
            boolean hasEnded = somebody.isDone();
            if (!hasEnded && !"t".equals(ask(blocked))) {
                return Optional.empty();
            }
            return Optional.of(!hasEnded);
        });
    }

    /** Cancels the statement of a process in the server, and with it the transaction. */
    void rollBack(int process) {
        ask("select pg_cancel_backend(%d)".formatted(process));
    }

    /** Writes without a wait at the gate. */
    void passBy(String sql) throws SQLException {
        try (Connection own = rows.connectAsSuperuser();
                Statement statement = own.createStatement()) {
            statement.execute("set session_replication_role = replica; " + sql + "; reset session_replication_role");
        }
    }

    private static <T> T awaitSome(Callable<Optional<T>> look) {
        return await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(look, Optional::isPresent)
                .orElseThrow();
    }

    private String ask(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.createStatement().execute("select pg_advisory_unlock_all()");
        connection.close();
        rows.asSuperuser(REMOVE);
    }
}
