package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes rows of {@code rowmill_queue} as rules. Columns that only claims write are left unchanged. */
final class RuleRows {

    private static final String COLUMNS = "q.name, q.pinned, q.declared_by, " + RuleColumns.READ + "\n";

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
               set pinned = ?,
                   declared_by = ?,
            """ + RuleColumns.WRITTEN + "\n where name = ?";

    static void put(Sql sql, Ruled ruled) throws SQLException {
        if (ruled.rules().equals(QueueRules.NONE) && !ruled.pinned()) {
            delete(sql, ruled.queue()); // without a row, claims of the queue have no extra cost
        } else {
            write(sql, ruled);
        }
    }

    private static void write(Sql sql, Ruled ruled) throws SQLException {
        Stream<@Nullable Object> origin = Stream.of(ruled.pinned(), ruled.declaredBy());
        Stream<@Nullable Object> rules = RuleColumns.parameters(ruled.rules());
        sql.run(
                WRITE,
                Stream.of(origin, rules, Stream.of(ruled.queue()))
                        .flatMap(all -> all)
                        .toArray());
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
        return new Ruled(
                row.getString("name"), RuleColumns.rules(row), row.getBoolean("pinned"), row.getString("declared_by"));
    }
}
