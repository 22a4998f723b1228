package io.github.rowmill.bench;

import io.github.rowmill.store.claim.ClaimStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a claim of a hundred costs in pages looked up, beside a backlog of all kinds of rows. */
final class ClaimCost {

    private static final int LIMIT = 100;
    private static final int CLAIMS = 20;
    private static final Pattern BUFFERS = Pattern.compile("\"Shared (?:Hit|Read) Blocks\": (\\d+)");

    private final Target target;

    ClaimCost(Target target) {
        this.target = target;
    }

    /** Fills the table: half finished, a quarter due later, a twentieth of a type that nobody handles, the rest due, over ten priorities. */
    void fill(int rows) {
        target.execute("truncate rowmill_task, rowmill_attempt");
        target.execute("""
                insert into rowmill_task (type, details, priority, run_at, status, finished)
                select case when g %% 20 = 19 then 'unhandled' else 'noop' end,
                       jsonb_build_object('n', g),
                       g / 20 %% 10,
                       now() + (case when g %% 20 between 10 and 14 then 1 else -1 end) * g * interval '1 ms' - interval '1 min',
                       case when g %% 20 < 10 then 'completed' else 'queued' end,
                       case when g %% 20 < 10 then now() end
                  from generate_series(1, %d) g
                """.formatted(rows));
        target.execute("vacuum analyze rowmill_task");
    }

    /** Pages looked up for each task, over twenty claims one after the other: the first from the head of the queue, each further one from where the last ended. */
    double perTask() throws SQLException {
        try (Connection connection = target.connect()) {
            connection.setAutoCommit(false);
            long pages = 0;
            int tasks = 0;
            String lock = ClaimStatements.LOCK;
            List<Object> parameters = List.of("default", "noop", "5000", LIMIT);
            for (int i = 0; i < CLAIMS; i++) {
                List<String> places = places(connection, lock, parameters);
                pages += explain(connection, lock, parameters);
                List<Object> last = position(connection, places.get(places.size() - 1));
                pages += explain(
                        connection, ClaimStatements.TAKE, List.of("bench", 30.0, places.toArray(String[]::new)));
                tasks += places.size();
                connection.commit();
                lock = ClaimStatements.LOCK_AFTER;
                parameters = List.of("default", "noop", last.get(0), last.get(1), last.get(2), "5000", LIMIT);
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
                places.add(rows.getString(2));
            }
        }
        return places;
    }

    private static List<Object> position(Connection connection, String place) throws SQLException {
        try (PreparedStatement statement = prepare(
                        connection,
                        "select priority, run_at, id from rowmill_task where ctid = cast(? as tid)",
                        List.of(place));
                ResultSet row = statement.executeQuery()) {
            row.next();
            return List.of(row.getInt(1), row.getObject(2, OffsetDateTime.class), row.getLong(3));
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

    private static PreparedStatement prepare(Connection connection, String sql, List<Object> parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
        return statement;
    }
}
