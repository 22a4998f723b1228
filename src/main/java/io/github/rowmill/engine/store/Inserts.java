package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Enqueues rows, in the caller's transaction if there is one. */
@ApplicationScoped
public class Inserts {

    /** Rows of one statement: enough to make the round trip cheap, few enough to keep its arrays small. */
    private static final int ROWS_PER_STATEMENT = 1000;

    private static final double CENTURY = Duration.ofDays(36_500).toSeconds();

    private final JoinedDatabase joined;

    Inserts(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** A row to insert; null leaves a column to its default. */
    public record Row(
            String queue,
            String type,
            String details,
            int priority,
            @Nullable Instant runAt,
            @Nullable Duration delay,
            int maxAttempts,
            @Nullable Duration timeout,
            List<String> tags,
            @Nullable String source,
            @Nullable String uniqueKey) {

        /** The type and unique key; the key is empty if there is none. */
        public Key key() {
            return new Key(type, uniqueKey == null ? "" : uniqueKey);
        }
    }

    /** A task's type and its unique key. */
    public record Key(String type, String uniqueKey) {}

    private static final String INTO = """
            insert into rowmill_task (queue, type, details, priority, run_at, max_attempts, timeout, tags, source, unique_key)
            """;

    private static final String UNLESS_TAKEN = """
                on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing')
                do nothing
            returning id, type, unique_key
            """;

    private static final String INSERT = INTO + """
            select n.queue,
                   n.type,
                   cast(n.details as jsonb),
                   n.priority,
                   coalesce(cast(n.run_at as timestamptz), statement_timestamp() + make_interval(secs => coalesce(n.delay, 0))),
                   n.max_attempts,
                   make_interval(secs => n.timeout),
                   cast(n.tags as text[]),
                   n.source,
                   n.unique_key
              from unnest(?, ?, ?, ?, cast(? as text[]), cast(? as float8[]), ?, cast(? as float8[]), ?, cast(? as text[]), cast(? as text[]))
                   with ordinality
                as n (queue, type, details, priority, run_at, delay, max_attempts, timeout, tags, source, unique_key, nth)
             order by n.nth
            """ + UNLESS_TAKEN;

    /**
     * Inserts rows; those whose unique key is taken are passed over. Keys are inserted in sorted order, so that two bulk
     * enqueues wait for each other but never in a circle.
     *
     * @return the id of each row, in the order given; empty for a duplicate
     */
    @Transactional
    public List<Optional<Long>> insert(List<Row> rows) {
        List<Integer> order = IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> rows.get(i).uniqueKey() != null)
                        .thenComparing(i -> rows.get(i).uniqueKey() == null
                                ? ""
                                : rows.get(i).type())
                        .thenComparing(i -> rows.get(i).key().uniqueKey()))
                .toList();
        List<Optional<Long>> ids = new ArrayList<>(Collections.nCopies(rows.size(), Optional.empty()));
        for (int from = 0; from < order.size(); from += ROWS_PER_STATEMENT) {
            insertSome(rows, order.subList(from, Math.min(from + ROWS_PER_STATEMENT, order.size())), ids);
        }
        return ids;
    }

    /** Rows without a key come back in the order they went in, all of them; those with a key are told by it. */
    private void insertSome(List<Row> rows, List<Integer> order, List<Optional<Long>> ids) {
        List<Inserted> inserted = rows.size() == 1
                ? executeOne(rows.get(0))
                : execute(order.stream().map(rows::get).toList());
        Map<Key, Long> keyed = new HashMap<>();
        int keyless = 0;
        for (Inserted row : inserted) {
            String key = row.uniqueKey();
            if (key == null) {
                ids.set(order.get(keyless++), Optional.of(row.id()));
            } else {
                keyed.put(new Key(row.type(), key), row.id());
            }
        }
        for (int i : order.subList(keyless, order.size())) {
            ids.set(i, Optional.ofNullable(keyed.remove(rows.get(i).key())));
        }
    }

    // The same for a single row: no arrays to take apart, and nothing to plan anew for each.
    private static final String INSERT_ONE = INTO + """
            values (?, ?, cast(? as jsonb), ?,
                    coalesce(cast(? as timestamptz), statement_timestamp() + make_interval(secs => coalesce(?, 0))),
                    ?, make_interval(secs => ?), cast(? as text[]), ?, ?)
            """ + UNLESS_TAKEN;

    private List<Inserted> executeOne(Row row) {
        return joined.statement(sql -> sql.all(
                INSERT_ONE,
                Inserted::read,
                row.queue(),
                row.type(),
                row.details(),
                row.priority(),
                text(row.runAt()),
                secondsOrNull(row.delay()),
                row.maxAttempts(),
                secondsOrNull(row.timeout()),
                arrayLiteral(row.tags()),
                row.source(),
                row.uniqueKey()));
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }

    private static @Nullable Double secondsOrNull(@Nullable Duration time) {
        return time == null ? null : seconds(time);
    }

    private List<Inserted> execute(List<Row> rows) {
        return joined.statement(sql -> sql.all(
                INSERT,
                Inserted::read,
                column(rows, String[]::new, Row::queue),
                column(rows, String[]::new, Row::type),
                column(rows, String[]::new, Row::details),
                rows.stream().mapToInt(Row::priority).toArray(),
                column(rows, String[]::new, row -> text(row.runAt())),
                column(rows, Double[]::new, row -> secondsOrNull(row.delay())),
                rows.stream().mapToInt(Row::maxAttempts).toArray(),
                column(rows, Double[]::new, row -> secondsOrNull(row.timeout())),
                column(rows, String[]::new, row -> arrayLiteral(row.tags())),
                column(rows, String[]::new, Row::source),
                column(rows, String[]::new, Row::uniqueKey)));
    }

    private record Inserted(long id, String type, @Nullable String uniqueKey) {

        static Inserted read(ResultSet row) throws SQLException {
            return new Inserted(row.getLong(1), row.getString(2), row.getString(3));
        }
    }

    private static final String UNDO = """
            delete from rowmill_task
             where id = any(?)
               and version = 0
            """;

    /** Takes back rows inserted in this transaction, which nobody else has seen. */
    @Transactional(TxType.MANDATORY)
    public void undo(List<Long> ids) {
        long[] undone = ids.stream().mapToLong(id -> id).toArray();
        joined.statement(sql -> sql.run(UNDO, undone));
    }

    private static <T> T[] column(List<Row> rows, IntFunction<T[]> array, Function<Row, @Nullable T> value) {
        return rows.stream().map(value).toArray(array);
    }

    /** A duration as {@code make_interval(secs => ...)} takes it. */
    public static double seconds(Duration time) {
        return time.toSeconds() + time.getNano() / 1e9;
    }

    /** A column of seconds as a duration. */
    public static @Nullable Duration durationOrNull(ResultSet row, int column) throws SQLException {
        double seconds = row.getDouble(column);
        return row.wasNull() ? null : duration(seconds);
    }

    /** A number of seconds as a duration, of a century at most: who adds to it or takes its nanoseconds need not think of overflow. */
    public static Duration duration(double seconds) {
        return Duration.ofNanos((long) (Math.max(-CENTURY, Math.min(CENTURY, seconds)) * 1e9));
    }

    /** Tags as PostgreSQL writes a {@code text[]}, as an array of arrays of unlike lengths cannot be a parameter. */
    private static String arrayLiteral(List<String> words) {
        return words.stream()
                .map(word -> '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
