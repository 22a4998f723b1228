package io.github.rowmill.db;

import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.hibernate.JDBCException;
import org.hibernate.SharedSessionContract;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Runs statements on one connection, by JDBC. Hibernate's native queries cache no plan that they find again, and
 * the search for it costs more than the statement does (decision 15).
 *
 * <p>Parameters are bound in order. Arrays, also of primitives, become PostgreSQL arrays. A {@link JDBCType}
 * stands for a null of that type. For a null without a type, the driver requests the type from the server. After
 * that, each use of the statement that returns text costs another round trip.
 */
public final class Sql {

    // Outside a transaction, both statements form one, in one round trip.
    private static final String BY_INDEX = """
            select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
            """;

    /** Rows of a page that are fetched at once. */
    private static final int FETCHED = 10;

    private final Connection connection;
    private final boolean byIndex;

    public Sql(Connection connection) {
        this(connection, false);
    }

    private Sql(Connection connection, boolean byIndex) {
        this.connection = connection;
        this.byIndex = byIndex;
    }

    /** Reads the current row of a result. */
    @FunctionalInterface
    public interface Reader<T> {

        T read(ResultSet row) throws SQLException;
    }

    /** Work on a connection that returns a value. */
    @FunctionalInterface
    public interface Work<T> {

        T on(Sql sql) throws SQLException;
    }

    /** A source of connections. */
    @FunctionalInterface
    public interface Source {

        Connection get() throws SQLException;
    }

    /**
     * Runs work on a connection of its own, and releases the connection. Errors are thrown as Hibernate's
     * exception.
     */
    public static <T> T on(Source source, Work<T> work) {
        try (Connection connection = source.get()) {
            return work.on(new Sql(connection));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /**
     * Returns an error of a statement or a connection as Hibernate's exception, with a message that contains no
     * values of a row.
     */
    public static JDBCException failure(SQLException e) {
        return new JDBCException(
                e.getSQLState() == null
                        ? String.valueOf(e.getMessage())
                        : "the database refuses, or cannot be reached: " + Refusal.unquoted(e),
                e);
    }

    /**
     * Runs work on a session's connection, in its transaction. Errors of the database are thrown as Hibernate's
     * exception.
     */
    public static <T> T of(SharedSessionContract session, Work<T> work) {
        return session.doReturningWork(connection -> {
            try {
                return work.on(new Sql(connection));
            } catch (SQLException e) {
                throw failure(e); // Hibernate would log each error, even one that the caller expects
            }
        });
    }

    /**
     * Returns this connection for statements outside a transaction that find their rows by index or by position.
     * The server plans such a statement once, and without scans. Otherwise a plan that was made for a small table
     * would still read all of it after it has grown. Or each statement would be planned again, because the number
     * of ids in an array differs.
     */
    public Sql byIndex() {
        return new Sql(connection, true);
    }

    /** Returns all rows of a result. */
    public <T> List<T> all(String sql, Reader<T> reader, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(byIndex ? BY_INDEX + sql : sql, parameters)) {
            statement.execute();
            if (byIndex) {
                statement.getMoreResults();
            }
            return read(statement.getResultSet(), reader);
        }
    }

    private static <T> List<T> read(ResultSet rows, Reader<T> reader) throws SQLException {
        List<T> all = new ArrayList<>();
        while (rows.next()) {
            all.add(reader.read(rows));
        }
        return all;
    }

    /**
     * Returns the first rows of a result: at most {@code limit}, and fewer if they are large. Outside a
     * transaction the driver keeps the whole result in memory; in a transaction, only a few rows at a time.
     */
    public <T> Page<T> page(
            int limit, ToLongFunction<T> bytes, String sql, Reader<T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            statement.setFetchSize(FETCHED);
            ResultSet rows = statement.executeQuery();
            List<T> page = new ArrayList<>();
            long read = 0;
            while (rows.next()) {
                if (page.size() == limit || read >= Page.MAX_BYTES) {
                    return new Page<>(page, true);
                }
                T row = reader.read(rows);
                page.add(row);
                read += bytes.applyAsLong(row);
            }
            return new Page<>(page, false);
        }
    }

    /** Returns the first row of a result, or empty if it has no rows. */
    public <T> Optional<T> first(String sql, Reader<T> reader, @Nullable Object... parameters) throws SQLException {
        return all(sql, reader, parameters).stream().findFirst();
    }

    /** Runs a statement without a result. Returns the number of rows written. */
    public int run(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** Returns the process id of the server's backend, as the driver received it. */
    public int backend() throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    private PreparedStatement prepare(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] instanceof JDBCType missing) {
                statement.setNull(i + 1, missing.getVendorTypeNumber());
            } else {
                statement.setObject(i + 1, parameters[i]);
            }
        }
        return statement;
    }
}
