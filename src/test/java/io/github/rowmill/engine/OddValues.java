package io.github.rowmill.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Odd values for each type of column, and rows of each table that users with SQL may write them to. */
public final class OddValues {

    /** Query for the columns of a table with their types, as {@code name=type;…}. */
    public static final String COLUMNS = """
            select string_agg(a.attname || '=' || format_type(a.atttypid, a.atttypmod), ';' order by a.attnum)
              from pg_attribute a
             where a.attrelid = cast('%s' as regclass)
               and a.attnum > 0
               and not a.attisdropped
            """;

    /** Flyway's table. Another version in it is another schema, with which no node works. */
    public static final String NOT_OURS = "rowmill_schema_history";

    private static final List<String> TEXTS = List.of(
            "''",
            "' '",
            "E'\\x01\\n'",
            "repeat('x', 201)",
            "repeat('x', 20000)",
            "repeat(U&'\\+01F600', 200)",
            "'{}'",
            "'%'");

    private static final List<String> MOMENTS = List.of(
            "'infinity'",
            "'-infinity'",
            "'4713-01-01 BC'",
            "'0001-01-01 00:00:00+00'",
            "'9999-12-31 23:59:59+00'",
            "'10000-01-02'",
            "'294276-12-31'");

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "32767",
            "-32768",
            "2147483647",
            "-2147483648",
            "9223372036854775807",
            "-9223372036854775808");

    private static final Map<String, List<String>> OF_TYPES = Map.ofEntries(
            Map.entry("text", TEXTS),
            Map.entry("character varying", TEXTS),
            Map.entry("timestamp with time zone", MOMENTS),
            Map.entry("smallint", NUMBERS),
            Map.entry("integer", NUMBERS),
            Map.entry("bigint", NUMBERS),
            Map.entry("boolean", List.of("true", "false")),
            Map.entry(
                    "interval",
                    List.of(
                            "'0'",
                            "'1 microsecond'",
                            "'-1 s'",
                            "'1 month'",
                            "'178000000 years'",
                            "'-178000000 years'",
                            "'infinity'",
                            "'-infinity'")),
            Map.entry(
                    "jsonb",
                    List.of(
                            "'null'",
                            "'[]'",
                            "'[[]]'",
                            "'\"x\"'",
                            "'1e400'",
                            "'{}'",
                            "'{\"a\": null}'",
                            "'{\"a\": 1e400}'",
                            "'{\"\": 1, \"a\": 1.0}'",
                            "jsonb_build_object(repeat('k', 20000), 1)")),
            Map.entry(
                    "text[]",
                    List.of(
                            "'{}'",
                            "'{null}'",
                            "'{a,null}'",
                            "'{{a,b},{c,d}}'",
                            "'{{null}}'",
                            "'[0:1]={a,b}'",
                            "'{\"\"}'",
                            "array[repeat('x', 20000)]",
                            "array_fill(cast('a' as text), array[5000])")),
            Map.entry("integer[]", List.of("'{}'", "'{null}'", "'{{1,2},{3,4}}'", "'[0:1]={1,2}'", "'{-1}'")),
            Map.entry(
                    "bigint[]",
                    List.of("'{}'", "'{null}'", "'{{1,2},{3,4}}'", "'[0:1]={1,2}'", "'{-1,9223372036854775807}'")),
            Map.entry("bytea", List.of("''", "'\\x00'")),
            Map.entry("uuid", List.of("'00000000-0000-0000-0000-000000000000'")));

    private OddValues() {}

    /** Returns the odd values of a type, with null among them; empty if the type is not listed here. */
    public static List<String> of(String type) {
        List<String> values = new ArrayList<>(OF_TYPES.getOrDefault(type.replaceAll("\\(.*\\)", ""), List.of()));
        if (!values.isEmpty()) {
            values.add("null");
        }
        return values;
    }

    /**
     * Rows of a table that an odd value is written to.
     *
     * @param inserts the statements that insert the rows, and those that give them a meaning
     * @param which the condition that selects the rows among others
     */
    public record Base(String inserts, String which) {}

    private static final String TASKS = """
            insert into rowmill_task (queue, type, key, details) values
                ('odd', 'noop', 'a', '{}'), ('odd', 'noop', 'b', '{}'), ('odd', 'noop', null, '{}');
            insert into rowmill_task (queue, type, key, status) values ('odd', 'noop', 'a', 'waiting');
            insert into rowmill_task (queue, type, status, operator_id, expiry, started, attempts)
                values ('odd', 'noop', 'executing', 'gone', now(), now(), 1);
            insert into rowmill_task (queue, type, crashes, attempts, started) values ('odd', 'noop', 2, 2, now());
            insert into rowmill_task (queue, type, status, finished, error, unique_key, unique_for)
                values ('odd', 'noop', 'dead', now() - interval '1 h', 'why', 'odd', interval '1 h');
            insert into rowmill_task (queue, type, expires_at) values ('odd', 'noop', now());
            """;

    private static final String RULES = """
            insert into rowmill_queue (name, concurrency, per_key, fair, rate, key_rate, rate_burst, key_rate_burst, key_weights,
                                       depth, ageing, weight, paused_types, held, open_claims, paid_until)
                values ('odd', 3, 2, true, 1000, 1000, 1000, 1000, '{"a": 2}', 10000, '1 h', 2, '{other}', '{}', '{}', now());
            insert into rowmill_queue (name, ordered, blocks) values ('odd-ordered', true, true);
            insert into rowmill_task (queue, type, key, status) values ('odd-ordered', 'noop', 'a', 'waiting'), ('odd-ordered', 'noop', 'b', 'queued');
            insert into rowmill_lane (queue, key, look_at, paid_until) values ('odd', 'a', now(), now()), ('odd-ordered', 'a', now(), null);
            """ + TASKS;

    private static final String JOBS = TASKS + """
            insert into rowmill_job (action, query, queue, asked_by, total) values ('cancel', 'queue:odd', 'odd', 'somebody', 1), ('retry', 'queue:odd', null, 'somebody', 1);
            insert into rowmill_job_task (job, task) select j.id, t.id from rowmill_job j, rowmill_task t where t.queue = 'odd' and t.status in ('queued', 'dead');
            """;

    private static final String FLOWS = TASKS + """
            insert into rowmill_flow (name) values ('odd');
            insert into rowmill_part (flow, part, name, after) select id, n, 'p' || n, cast(case n when 2 then '{1}' else '{}' end as int[]) from rowmill_flow, generate_series(0, 2) n;
            insert into rowmill_part_task (flow, part, task) select f.id, 1, t.id from rowmill_flow f, rowmill_task t where t.queue = 'odd';
            update rowmill_task set flow = (select max(id) from rowmill_flow) where queue = 'odd';
            """;

    private static final String STEPS = TASKS + """
            insert into rowmill_step (task, name, kind, result, turn, flow, until, done)
                select t.id, k.kind, k.kind, k.result, k.turn, k.flow, k.until, k.done
                  from rowmill_task t,
                       (values ('step', cast('1' as jsonb), cast(null as bigint), cast(null as bigint),
                                cast(null as timestamptz), now()),
                               ('loop', '2', 7, null, null, null),
                               ('sleep', null, null, null, now(), null),
                               ('signal', null, null, null, now(), null),
                               ('flow', null, null, 9, null, null)) as k (kind, result, turn, flow, until, done)
                 where t.queue = 'odd';
            insert into rowmill_signal (task, name, payload) select id, 'odd', '{}' from rowmill_task where queue = 'odd';
            insert into rowmill_signal (task, name, payload) values (-1, 'odd', '{}');
            update rowmill_task set awaits = 'odd' where queue = 'odd' and status = 'queued';
            update rowmill_task set progress = 7, progress_note = 'odd' where queue = 'odd';
            """;

    /** The rows of each table. A new table must be added here with the rows that it may have. */
    public static final Map<String, Base> TABLES = Map.ofEntries(
            Map.entry("rowmill_task", new Base(RULES, "queue like 'odd%'")),
            Map.entry("rowmill_queue", new Base(RULES, "name like 'odd%'")),
            Map.entry("rowmill_lane", new Base(RULES, "queue like 'odd%'")),
            Map.entry("rowmill_schedule", new Base("""
                            insert into rowmill_schedule (name, type, queue, every, overlap) values ('odd', 'noop', 'odd', '1 h', 'wait');
                            insert into rowmill_schedule (name, type, queue, cron, missed, jitter, starts, ends, last_tick)
                                values ('odd-cron', 'noop', 'odd', '0 * * * *', 'all', '1 s', now() - interval '1 day', now() + interval '1 day', now() - interval '2 h');
                            """, "name like 'odd%'")),
            Map.entry("rowmill_attempt", new Base(TASKS + """
                            insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace, signature)
                                select id, 1, 'gone', now(), now(), 'why', 'at', 's' from rowmill_task where queue = 'odd';
                            """, "true")),
            Map.entry("rowmill_log", new Base(TASKS + """
                            insert into rowmill_log (task, attempt, lines) select id, 1, 'line' from rowmill_task where queue = 'odd';
                            insert into rowmill_log (task, attempt, lines) values (-1, 1, 'line');
                            """, "true")),
            Map.entry("rowmill_job", new Base(JOBS, "true")),
            Map.entry("rowmill_job_task", new Base(JOBS, "true")),
            Map.entry("rowmill_failure", new Base("""
                            insert into rowmill_failure (signature, queue, type, exception, frame, message, count, sample)
                                values ('s', 'odd', 'noop', 'E', 'f', 'm', 1, 1);
                            """, "true")),
            Map.entry("rowmill_operator", new Base("""
                            insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types)
                                values ('odd', 'h', 'a', 'v', false, 1, 0, 0, '{noop}');
                            insert into rowmill_operator (name, host, application, version, beat, draining, workers, in_hand, running, types)
                                values ('odd-silent', 'h', 'a', 'v', now() - interval '1 h', false, 1, 0, 0, '{noop}');
                            """, "name like 'odd%'")),
            Map.entry("rowmill_series", new Base("""
                            insert into rowmill_series (span, start, queue, type, enqueued, completed, failed, dead, wait, run)
                                values (1, date_trunc('minute', now()), 'odd', 'noop', 1, 1, 1, 1, '{1}', '{1}'), (60, date_trunc('hour', now()), 'odd', 'noop', 1, 1, 1, 1, '{1}', '{1}');
                            """, "queue = 'odd'")),
            Map.entry(
                    "rowmill_series_node",
                    new Base(
                            "insert into rowmill_series_node (name, batch) values (gen_random_uuid(), 1);",
                            "batch = 1")),
            Map.entry(
                    "rowmill_session",
                    new Base(
                            "insert into rowmill_session (digest, name, password, expires) values ('\\x01', 'n', '\\x02', now());",
                            "true")),
            Map.entry(
                    "rowmill_audit",
                    new Base(
                            "insert into rowmill_audit (actor, action, kind, name, before, after) values ('odd', 'pause', 'queue', 'odd', '{}', '{}');",
                            "actor = 'odd'")),
            Map.entry("rowmill_subscription", new Base("""
                            insert into rowmill_subscription (topic, type, queue) values ('odd', 'noop', 'odd');
                            insert into rowmill_subscription (topic, type, queue, declared_by, handled)
                                select 'odd', 'odd-gone', 'odd', 'rowmill', now() - interval '2 h';
                            """, "topic = 'odd'")),
            Map.entry("rowmill_flow", new Base(FLOWS, "name = 'odd'")),
            Map.entry("rowmill_part", new Base(FLOWS, "true")),
            Map.entry("rowmill_part_task", new Base(FLOWS, "true")),
            Map.entry("rowmill_step", new Base(STEPS, "true")),
            Map.entry("rowmill_signal", new Base(STEPS, "true")),
            Map.entry(
                    "rowmill_view",
                    new Base(
                            "insert into rowmill_view (name, query, saved_by) values ('odd', 'queue:odd', 'n');",
                            "true")));
}
