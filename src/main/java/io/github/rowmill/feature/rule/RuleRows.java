package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.api.Rate;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.feature.rule.turn.KeyWeights;
import io.github.rowmill.feature.rule.turn.LockedRules;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes rows of {@code rowmill_queue} as rules. Columns that only claims write are left unchanged. */
final class RuleRows {

    private static final String COLUMNS = """
            q.name, q.paused, q.concurrency, q.per_key, q.ordered, q.blocks, q.fair,
            q.rate, cast(extract(epoch from q.rate_period) as float8) as rate_period, q.rate_burst,
            q.key_rate, cast(extract(epoch from q.key_rate_period) as float8) as key_rate_period, q.key_rate_burst,
            q.lifo, cast(extract(epoch from q.ageing) as float8) as ageing, q.depth, q.weight, q.pinned, q.declared_by,
            """ + LockedRules.PAUSED_TYPES + "," + KeyWeights.COLUMNS;

    private RuleRows() {}

    private static final String LOCK = """
            insert into rowmill_queue as q (name)
            values (?)
                on conflict (name) do update
               set paused = q.paused
            returning
            """ + COLUMNS;

    /** Creates a missing row and locks it in one statement: two changes of a first rule do not miss each other. */
    static Ruled lock(Sql sql, String queue) throws SQLException {
        return sql.first(LOCK, RuleRows::read, queue).orElseThrow();
    }

    private static final String WRITE = """
            update rowmill_queue
               set paused = ?,
                   paused_types = ?,
                   concurrency = cast(? as int),
                   per_key = cast(? as int),
                   ordered = ?,
                   blocks = ?,
                   fair = ?,
                   rate = cast(? as int),
                   rate_period = make_interval(secs => ?),
                   rate_burst = ?,
                   key_rate = cast(? as int),
                   key_rate_period = make_interval(secs => ?),
                   key_rate_burst = ?,
                   lifo = ?,
                   ageing = make_interval(secs => cast(? as float8)),
                   depth = cast(? as int),
                   weight = ?,
                   key_weights = (
                       select coalesce(jsonb_object_agg(k.key, k.weight), '{}')
                         from unnest(cast(? as text[]), cast(? as int[])) as k (key, weight)),
                   pinned = ?,
                   declared_by = ?
             where name = ?
            """;

    static void put(Sql sql, Ruled ruled) throws SQLException {
        if (ruled.rules().equals(QueueRules.NONE) && !ruled.pinned()) {
            delete(sql, ruled.queue()); // without a row, claims of the queue have no extra cost
        } else {
            write(sql, ruled);
        }
    }

    private static void write(Sql sql, Ruled ruled) throws SQLException {
        QueueRules rules = ruled.rules();
        Rate rate = orDefault(rules.rate());
        Rate keyRate = orDefault(rules.keyRate());
        String[] keys = rules.keyWeights().keySet().toArray(String[]::new);
        sql.run(
                WRITE,
                rules.paused(),
                rules.pausedTypes().stream().sorted().toArray(String[]::new),
                rules.concurrency(),
                rules.perKey(),
                rules.ordered(),
                rules.blocks(),
                rules.fair(),
                rules.rate() == null ? null : rate.starts(),
                Seconds.of(rate.period()),
                rate.burst(),
                rules.keyRate() == null ? null : keyRate.starts(),
                Seconds.of(keyRate.period()),
                keyRate.burst(),
                rules.lifo(),
                Seconds.ofNullable(rules.ageing()),
                rules.depth(),
                rules.weight(),
                keys,
                Arrays.stream(keys).map(rules.keyWeights()::get).toArray(Integer[]::new),
                ruled.pinned(),
                ruled.declaredBy(),
                ruled.queue());
    }

    private static Rate orDefault(@Nullable Rate rate) {
        return rate == null ? Rate.of(1, Duration.ofSeconds(1)) : rate;
    }

    private static final String DELETE = """
            delete from rowmill_queue
             where name = ?
            """;

    static boolean delete(Sql sql, String queue) throws SQLException {
        return sql.run(DELETE, queue) == 1;
    }

    private static final String UNDECLARED = """
            select name
              from rowmill_queue
             where declared_by = ?
               and name <> all(?)
             order by name
            """;

    static List<String> undeclared(Sql sql, String application, Collection<String> declared) throws SQLException {
        return sql.all(UNDECLARED, row -> row.getString("name"), application, declared.toArray(String[]::new));
    }

    private static final String ALL = "select " + COLUMNS + """
              from rowmill_queue q
             order by q.name
            """;

    static List<Ruled> all(Sql sql) throws SQLException {
        return sql.all(ALL, RuleRows::read);
    }

    private static final String PAGE = "select " + COLUMNS + """
              from rowmill_queue q
             where q.name > ?
               and (cast(? as text[]) is null or q.name = any(?))
             order by q.name
             limit ?
            """;

    static Page<Ruled> page(Sql sql, String after, String @Nullable [] only, int limit) throws SQLException {
        return sql.page(limit, RuleRows::bytes, PAGE, RuleRows::read, after, only, only, limit + 1);
    }

    private static long bytes(Ruled ruled) {
        QueueRules rules = ruled.rules();
        return Page.bytes(rules.keyWeights().keySet()) + Page.bytes(rules.pausedTypes());
    }

    private static final String PREFERENCES = "select " + COLUMNS + """
              from rowmill_queue q
             where q.depth is not null
                or q.lifo
                or q.ageing is not null
                or q.weight <> 1
                or q.paused_types <> '{}'
            """;

    static Map<String, QueueRules> preferences(Sql sql) throws SQLException {
        return sql.all(PREFERENCES, RuleRows::read).stream().collect(Collectors.toMap(Ruled::queue, Ruled::rules));
    }

    private static final String WAITING = """
            select count(*) as tasks
              from ((select 1
                       from rowmill_task t
                      where t.status = 'queued'
                        and t.crashes < 2
                        and t.queue = ?
                      limit ?)
                     union all
                    (select 1
                       from rowmill_task t
                      where t.status = 'waiting'
                        and t.key is not null
                        and t.queue = ?
                      limit ?)) waiting
            """;

    /** Counts the waiting tasks of a queue, but none in quarantine: at most {@code max} in each of two indexes. */
    static int waiting(Sql sql, String queue, int max) throws SQLException {
        return sql.first(WAITING, row -> row.getInt("tasks"), queue, max, queue, max)
                .orElseThrow();
    }

    private static final String ONE = "select " + COLUMNS + """
              from rowmill_queue q
             where q.name = ?
            """;

    static Optional<Ruled> find(Sql sql, String queue) throws SQLException {
        return sql.first(ONE, RuleRows::read, queue);
    }

    private static Ruled read(ResultSet row) throws SQLException {
        return new Ruled(row.getString("name"), rules(row), row.getBoolean("pinned"), row.getString("declared_by"));
    }

    private static QueueRules rules(ResultSet row) throws SQLException {
        Array types = row.getArray("paused_types");
        return QueueRules.NONE
                .paused(row.getBoolean("paused"))
                .pausedTypes(new HashSet<>(List.of((String[]) types.getArray())))
                .concurrency(numberOrNull(row, "concurrency"))
                .perKey(numberOrNull(row, "per_key"))
                .ordered(row.getBoolean("ordered"))
                .blocks(row.getBoolean("blocks"))
                .fair(row.getBoolean("fair"))
                .rate(rateOrNull(row, "rate"))
                .keyRate(rateOrNull(row, "key_rate"))
                .lifo(row.getBoolean("lifo"))
                .ageing(Seconds.readOrNull(row, "ageing"))
                .depth(numberOrNull(row, "depth"))
                .weight(row.getInt("weight"))
                .keyWeights(KeyWeights.read(row).byKey());
    }

    private static @Nullable Rate rateOrNull(ResultSet row, String column) throws SQLException {
        Integer starts = numberOrNull(row, column);
        return starts == null
                ? null
                : new Rate(starts, Seconds.read(row, column + "_period"), row.getInt(column + "_burst"));
    }

    private static @Nullable Integer numberOrNull(ResultSet row, String column) throws SQLException {
        int number = row.getInt(column);
        return row.wasNull() ? null : number;
    }
}
