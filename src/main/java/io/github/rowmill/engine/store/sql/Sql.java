package io.github.rowmill.engine.store.sql;

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
 * Statements on one connection, by JDBC: Hibernate's native queries keep no plan that they find again, and looking for it
 * costs more than the statement does (decision 15).
 *
 * <p>Parameters are bound in order; arrays, of primitives too, become PostgreSQL's. A {@link JDBCType} stands for null of that
 * type: of one without a type the driver asks the server, and once it has, each use of the statement that returns text costs it
 * another round trip.
 */
public final class Sql {

    // Where no transaction is open, both statements are one, in one round trip.
    private static final String BY_INDEX = """
            select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true);
            """;

    /** Rows of a page that are held at once. */
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

    /** Reads the row that a result stands at. */
    @FunctionalInterface
    public interface Reader<T> {

        T read(ResultSet row) throws SQLException;
    }

    /** Statements that give something back. */
    @FunctionalInterface
    public interface Work<T> {

        T on(Sql sql) throws SQLException;
    }

    /** Where a connection comes from. */
    @FunctionalInterface
    public interface Source {

        Connection get() throws SQLException;
    }

    /** Does work on a connection of its own, and gives it back; what goes wrong is thrown as Hibernate's exception. */
    public static <T> T on(Source source, Work<T> work) {
        try (Connection connection = source.get()) {
            return work.on(new Sql(connection));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Returns what a statement or a connection threw as Hibernate's exception, with a message that quotes no row. */
    public static JDBCException failure(SQLException e) {
        return new JDBCException(
                e.getSQLState() == null
                        ? String.valueOf(e.getMessage())
                        : "the database refuses, or cannot be reached: " + Refusal.unquoted(e),
                e);
    }

    /** Does work on a session's connection, in its transaction; what the database refuses is thrown as Hibernate's exceptions. */
    public static <T> T of(SharedSessionContract session, Work<T> work) {
        return session.doReturningWork(connection -> {
            try {
                return work.on(new Sql(connection));
            } catch (SQLException e) {
                throw failure(e); // Hibernate would log each, and whoever is told of it may expect it
            }
        });
    }

    /**
     * The same connection, outside of a transaction, for results that are found by index or by place. The server plans such
     * a statement once, and without scans: else a plan that was made while the table was small would read all of it, long
     * after it has grown, or each statement would be planned anew, as the number of ids in an array differs.
     */
    public Sql byIndex() {
        return new Sql(connection, true);
    }

    /** All rows of a result. */
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
     * Returns the first rows of a result: at most {@code limit}, and fewer if they are large. Outside of a transaction the
     * driver keeps the whole result; in one, a few rows at a time.
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

    /** The first row of a result. */
    public <T> Optional<T> first(String sql, Reader<T> reader, @Nullable Object... parameters) throws SQLException {
        return all(sql, reader, parameters).stream().findFirst();
    }

    /** Runs a statement without a result; returns how many rows it wrote. */
    public int run(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** The number of the server's process on the other side, as the driver knows it. */
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
