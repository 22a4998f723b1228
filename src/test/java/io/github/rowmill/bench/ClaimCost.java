package io.github.rowmill.bench;

import io.github.rowmill.engine.store.claim.ClaimStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the pages that a claim of a hundred tasks looks up, beside a backlog of all kinds of rows. */
final class ClaimCost {

    private static final int LIMIT = 100;
    private static final int CLAIMS = 20;
    private static final int PRIORITIES = 10;
    private static final int MORE_THAN_ALL = 10;
    private static final Pattern BUFFERS = Pattern.compile("\"Shared (?:Hit|Read) Blocks\": (\\d+)");

    private final Target target;

    ClaimCost(Target target) {
        this.target = target;
    }

    /**
     * Fills the table. Half of the rows have completed, a quarter is due later, a twentieth has a type without a
     * handler, and the rest is due. They have ten priorities.
     */
    void fill(int rows) {
        target.empty();
        target.execute("""
                insert into rowmill_task (type, details, priority, run_at, status, finished)
                select case when g %% 20 = 19 then 'unhandled' else 'noop' end,
                       jsonb_build_object('n', g),
                       g / 20 %% %d,
                       now() + (case when g %% 20 between 10 and 14 then 1 else -1 end) * g * interval '1 ms' - interval '1 min',
                       case when g %% 20 < 10 then 'completed' else 'queued' end,
                       case when g %% 20 < 10 then now() end
                  from generate_series(1, %d) g
                """.formatted(PRIORITIES, rows));
        target.execute("vacuum analyze rowmill_task");
    }

    /**
     * Fills the table with rows that no node can run. These are {@code unhandled} due rows without a handler,
     * {@code scheduled} rows of tomorrow, and one row of tomorrow in each of {@code queues} queues.
     */
    void fillWithUnrunnable(int unhandled, int scheduled, int queues) {
        target.empty();
        target.execute("""
                insert into rowmill_task (type, queue, run_at)
                select 'unhandled', 'default', now() - interval '1 h' from generate_series(1, %d)
                 union all
                select 'noop', 'default', now() + interval '1 d' from generate_series(1, %d)
                 union all
                select 'noop', 'queue-' || g, now() + interval '1 d' from generate_series(1, %d) g
                """.formatted(unhandled, scheduled, queues));
        target.execute("vacuum analyze rowmill_task");
    }

    /** Fills the table with due tasks only. */
    void fillWithDue(int rows) {
        target.empty();
        target.execute("insert into rowmill_task (type) select 'noop' from generate_series(1, %d)".formatted(rows));
        target.execute("vacuum analyze rowmill_task, rowmill_step");
    }

    /** Returns the pages that an empty claim of the queue looks up. */
    double emptyClaim() throws SQLException {
        String[] types = {"noop"};
        try (Connection connection = target.connect()) {
            return explain(connection, ClaimStatements.LOOK, List.of("default", "default", types, types))
                    + explain(
                            connection,
                            ClaimStatements.LOCK,
                            List.of("default", "5000", "default", "noop", 0, 0, LIMIT));
        }
    }

    /** Returns the pages that a round over all queues looks up if it finds nothing. */
    double emptyRound(int queues) throws SQLException {
        List<Object> everything =
                List.of("", "", (int) Short.MIN_VALUE, 0, new String[] {"noop"}, true, queues + MORE_THAN_ALL);
        try (Connection connection = target.connect()) {
            return explain(connection, ClaimStatements.LOOK_AT_ALL, everything);
        }
    }

    /**
     * Returns the pages looked up for each task, over twenty claims one after the other. The first claim begins at
     * the head of the queue. Each further claim begins where the last one ended, priority after priority.
     */
    double perTask() throws SQLException {
        try (Connection connection = target.connect()) {
            connection.setAutoCommit(false);
            long pages = 0;
            int tasks = 0;
            String lock = ClaimStatements.LOCK;
            int priority = 0;
            List<Object> parameters = List.of("default", "5000", "default", "noop", priority, 0, LIMIT);
            for (int i = 0; i < CLAIMS && priority < PRIORITIES; i++) {
                List<String> places = places(connection, lock, parameters);
                pages += explain(connection, lock, parameters);
                if (places.size() < LIMIT) {
                    lock = ClaimStatements.LOCK;
                    parameters = List.of("default", "5000", "default", "noop", ++priority, 0, LIMIT);
                }
                if (!places.isEmpty()) {
                    List<Object> last = position(connection, places.get(places.size() - 1));
                    pages += explain(
                            connection, ClaimStatements.TAKE, List.of("bench", 30.0, places.toArray(String[]::new)));
                    tasks += places.size();
                    if (places.size() == LIMIT) {
                        lock = ClaimStatements.LOCK_AFTER;
                        parameters = List.of(
                                "default", "5000", "default", "noop", priority, 0, last.get(0), last.get(1), LIMIT);
                    }
                }
                connection.commit();
            }
            return (double) pages / tasks;
        }
    }

    private static List<String> places(Connection connection, String lock, List<Object> parameters)
            throws SQLException {
        List<String> places = new ArrayList<>();
        try (PreparedStatement statement = prepare(connection, lock, parameters);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                places.add(rows.getString(4));
            }
        }
        return places;
    }

    private static List<Object> position(Connection connection, String place) throws SQLException {
        try (PreparedStatement statement = prepare(
                        connection, "select run_at, id from rowmill_task where ctid = cast(? as tid)", List.of(place));
                ResultSet row = statement.executeQuery()) {
            row.next();
            return List.of(row.getObject(1, OffsetDateTime.class), row.getLong(2));
        }
    }

    private static long explain(Connection connection, String sql, List<Object> parameters) throws SQLException {
        try (PreparedStatement explain =
                        prepare(connection, "explain (analyze, buffers, format json) " + sql, parameters);
                ResultSet plan = explain.executeQuery()) {
            plan.next();
            Matcher ofTheTopNode = BUFFERS.matcher(plan.getString(1));
            long pages = 0;
            for (int i = 0; i < 2 && ofTheTopNode.find(); i++) {
                pages += Long.parseLong(ofTheTopNode.group(1));
            }
            return pages;
        }
    }

    static PreparedStatement prepare(Connection connection, String sql, List<Object> parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
        return statement;
    }
}
