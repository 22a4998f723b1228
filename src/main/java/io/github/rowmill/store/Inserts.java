package io.github.rowmill.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
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
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Enqueues rows, in the caller's transaction if there is one. */
@ApplicationScoped
public class Inserts {

    /** Rows of one statement: enough to make the round trip cheap, few enough to keep its arrays small. */
    private static final int ROWS_PER_STATEMENT = 1000;

    private final StatelessSession session;

    Inserts(StatelessSession session) {
        this.session = session;
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

    private static final String INSERT = """
            insert into rowmill_task (queue, type, details, priority, run_at, max_attempts, timeout, tags, source, unique_key)
            select n.queue,
                   n.type,
                   cast(n.details as jsonb),
                   n.priority,
                   coalesce(cast(n.run_at as timestamptz), statement_timestamp() + make_interval(secs => n.delay)),
                   n.max_attempts,
                   make_interval(secs => n.timeout),
                   cast(n.tags as text[]),
                   n.source,
                   n.unique_key
              from unnest(cast(:queues as text[]), cast(:types as text[]), cast(:details as text[]),
                          cast(:priorities as int[]), cast(:runAts as text[]), cast(:delays as float8[]),
                          cast(:maxAttempts as int[]), cast(:timeouts as float8[]), cast(:tags as text[]),
                          cast(:sources as text[]), cast(:uniqueKeys as text[]))
                   with ordinality
                as n (queue, type, details, priority, run_at, delay, max_attempts, timeout, tags, source, unique_key, nth)
             order by n.nth
                on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing')
                do nothing
            returning id, type, unique_key
            """;

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
        List<Object[]> inserted = execute(order.stream().map(rows::get).toList());
        Map<Key, Long> keyed = new HashMap<>();
        int keyless = 0;
        for (Object[] row : inserted) {
            if (row[2] == null) {
                ids.set(order.get(keyless++), Optional.of((Long) row[0]));
            } else {
                keyed.put(new Key((String) row[1], (String) row[2]), (Long) row[0]);
            }
        }
        for (int i : order.subList(keyless, order.size())) {
            ids.set(i, Optional.ofNullable(keyed.remove(rows.get(i).key())));
        }
    }

    private List<Object[]> execute(List<Row> rows) {
        return session.createNativeQuery(INSERT, Object[].class)
                .setParameter("queues", column(rows, String[]::new, Row::queue))
                .setParameter("types", column(rows, String[]::new, Row::type))
                .setParameter("details", column(rows, String[]::new, Row::details))
                .setParameter("priorities", column(rows, Integer[]::new, Row::priority))
                .setParameter(
                        "runAts",
                        column(
                                rows,
                                String[]::new,
                                row -> row.runAt() == null ? null : row.runAt().toString()))
                .setParameter(
                        "delays", column(rows, Double[]::new, row -> row.delay() == null ? 0 : seconds(row.delay())))
                .setParameter("maxAttempts", column(rows, Integer[]::new, Row::maxAttempts))
                .setParameter(
                        "timeouts",
                        column(rows, Double[]::new, row -> row.timeout() == null ? null : seconds(row.timeout())))
                .setParameter("tags", column(rows, String[]::new, row -> arrayLiteral(row.tags())))
                .setParameter("sources", column(rows, String[]::new, Row::source))
                .setParameter("uniqueKeys", column(rows, String[]::new, Row::uniqueKey))
                .getResultList();
    }

    private static final String LIVE = """
            select t.id, t.type, t.unique_key
              from rowmill_task t
              join unnest(cast(:types as text[]), cast(:uniqueKeys as text[])) as k (type, unique_key)
                on t.type = k.type and t.unique_key = k.unique_key
             where t.unique_key is not null
               and t.status in ('queued', 'executing')
            """;

    /** The live tasks that have these keys. */
    @Transactional
    public Map<Key, Long> live(List<Key> keys) {
        Map<Key, Long> live = new HashMap<>();
        session.createNativeQuery(LIVE, Object[].class)
                .setParameter("types", keys.stream().map(Key::type).toArray(String[]::new))
                .setParameter("uniqueKeys", keys.stream().map(Key::uniqueKey).toArray(String[]::new))
                .getResultList()
                .forEach(row -> live.put(new Key((String) row[1], (String) row[2]), (Long) row[0]));
        return live;
    }

    /** Marks this point of the caller's transaction. */
    @Transactional(TxType.MANDATORY)
    public void mark() {
        session.createNativeMutationQuery("savepoint rowmill_enqueue").executeUpdate();
    }

    /** Takes back all that was written since the mark, which others who wait for it need not wait for any longer. */
    @Transactional(TxType.MANDATORY)
    public void backToMark() {
        session.createNativeMutationQuery("rollback to savepoint rowmill_enqueue")
                .executeUpdate();
    }

    /** Forgets the mark. */
    @Transactional(TxType.MANDATORY)
    public void unmark() {
        session.createNativeMutationQuery("release savepoint rowmill_enqueue").executeUpdate();
    }

    private static final String UNDO = """
            delete from rowmill_task
             where id = any(:ids)
               and version = 0
            """;

    /** Takes back rows inserted in this transaction, which nobody else has seen. */
    @Transactional(TxType.MANDATORY)
    public void undo(List<Long> ids) {
        session.createNativeMutationQuery(UNDO)
                .setParameter("ids", ids.toArray(Long[]::new))
                .executeUpdate();
    }

    private static <T> T[] column(List<Row> rows, IntFunction<T[]> array, Function<Row, @Nullable T> value) {
        return rows.stream().map(value).toArray(array);
    }

    /** A duration as {@code make_interval(secs => ...)} takes it. */
    public static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    /** Tags as PostgreSQL writes a {@code text[]}, as an array of arrays of unlike lengths cannot be a parameter. */
    private static String arrayLiteral(List<String> words) {
        return words.stream()
                .map(word -> '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
