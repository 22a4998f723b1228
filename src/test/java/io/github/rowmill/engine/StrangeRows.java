package io.github.rowmill.engine;

import java.util.List;
import java.util.stream.Stream;

/** Strange values for each column that users with SQL may set, as far as the type of the column accepts them. */
public final class StrangeRows {

    private static final String NUMBERS_OF_100_000_DIGITS =
            "(select jsonb_agg(cast('1e100000' as numeric)) from generate_series(1, %d))";

    /** A tag that its index refuses, if no bound refuses it before. */
    public static final String TAG_BEYOND_ITS_INDEX = "array[repeat('x', 60000000)]";

    private StrangeRows() {}

    /**
     * A row that must not harm its neighbours.
     *
     * @param bound the constraint that refuses it
     * @param isDue whether a node runs it or sets it aside
     */
    public record Strange(String columns, String values, String bound, boolean isDue) {

        private static Strange due(String columns, String values, String bound) {
            return new Strange(columns, values, bound, true);
        }

        private static Strange notDue(String columns, String values, String bound) {
            return new Strange(columns, values, bound, false);
        }

        public String insert() {
            return columns.contains("type")
                    ? "insert into rowmill_task (%s) values (%s)".formatted(columns, values)
                    : "insert into rowmill_task (queue, type, %s) values ('strange', 'noop', %s)"
                            .formatted(columns, values);
        }

        @Override
        public String toString() {
            return columns + " = " + values;
        }
    }

    /** Returns values that the role {@code rowmill_enqueuer} may set. */
    public static Stream<Strange> ofAnEnqueuer() {
        return Stream.of(moments(), numbers(), texts(), tags(), payloads(), contexts())
                .flatMap(List::stream);
    }

    private static List<Strange> moments() {
        return List.of(
                Strange.due("run_at", "'-infinity'", "rowmill_task_moments"),
                Strange.due("run_at", "'4713-01-01 BC'", "rowmill_task_moments"),
                Strange.due("run_at", "'0001-06-01 BC'", "rowmill_task_moments"),
                Strange.notDue("run_at", "'10000-01-02'", "rowmill_task_moments"),
                Strange.notDue("run_at", "'294276-12-31'", "rowmill_task_moments"),
                Strange.notDue("run_at", "'infinity'", "rowmill_task_moments"));
    }

    private static List<Strange> numbers() {
        return List.of(
                Strange.due("timeout", "interval '178000000 years'", "rowmill_task_longest_timeout"),
                Strange.due("timeout", "interval '102 years'", "rowmill_task_longest_timeout"),
                Strange.due("timeout", "interval '1300 months'", "rowmill_task_longest_timeout"),
                Strange.notDue("timeout", "interval '-1 s'", "rowmill_task_timeout"),
                Strange.notDue("timeout", "interval '-178000000 years'", "rowmill_task_timeout"),
                Strange.notDue("timeout", "interval '0'", "rowmill_task_timeout"),
                Strange.notDue("max_attempts", "0", "rowmill_task_counts"),
                Strange.notDue("max_attempts", "-2147483648", "rowmill_task_counts"));
    }

    private static List<Strange> texts() {
        return List.of(
                Strange.due("source", "''", "rowmill_task_texts"),
                Strange.due("source", "repeat('x', 201)", "rowmill_task_texts"),
                Strange.due("source", "repeat('x', 60000000)", "rowmill_task_texts"),
                Strange.due("unique_key", "''", "rowmill_task_texts"),
                Strange.due("unique_key", "repeat('x', 501)", "rowmill_task_texts"),
                Strange.due("unique_key", "repeat('x', 100000)", "rowmill_task_texts"));
    }

    private static List<Strange> tags() {
        return List.of(
                Strange.due("tags", "array[null]", "rowmill_task_tags"),
                Strange.due("tags", "array['a', null]", "rowmill_task_tags"),
                Strange.due("tags", "array[['a', 'b'], ['c', 'd']]", "rowmill_task_tags"),
                Strange.due("tags", "'[0:1]={a,b}'", "rowmill_task_tags"),
                Strange.due("tags", "'[-7:-6][2:3]={{a,b},{c,null}}'", "rowmill_task_tags"),
                Strange.due("tags", "array_fill(cast('a' as text), array[21])", "rowmill_task_tags"),
                Strange.due("tags", "array_fill(cast('a' as text), array[100000])", "rowmill_task_tags"),
                Strange.due("tags", "array[repeat('x', 2600)]", "rowmill_task_tags"),
                Strange.due("tags", TAG_BEYOND_ITS_INDEX, "rowmill_task_tags"));
    }

    private static List<Strange> payloads() {
        return List.of(
                Strange.due("details", "jsonb_build_array(repeat('x', 110000000))", "rowmill_task_details"),
                Strange.due("details", NUMBERS_OF_100_000_DIGITS.formatted(300), "rowmill_task_details"),
                Strange.due("details", NUMBERS_OF_100_000_DIGITS.formatted(11_000), ""));
    }

    private static List<Strange> contexts() {
        return List.of(
                Strange.due("context", "jsonb_build_array(repeat('x', 70000))", "rowmill_task_context"),
                Strange.due("context", "jsonb_build_array(repeat('x', 60000000))", "rowmill_task_context"),
                Strange.due("context", NUMBERS_OF_100_000_DIGITS.formatted(1000), "rowmill_task_context"));
    }

    /** Returns strange queues and types. They are the groups of a claim, and no node handles these types. */
    public static Stream<Strange> names() {
        return Stream.of(
                Strange.notDue("queue, type", "'', 'noop'", "rowmill_task_names"),
                Strange.notDue("queue, type", "'strange', ''", "rowmill_task_names"),
                Strange.notDue("queue, type", "repeat('x', 201), 'noop'", "rowmill_task_names"),
                Strange.notDue("queue, type", "'strange', repeat('x', 201)", "rowmill_task_names"),
                Strange.notDue("queue, type", "repeat('x', 100000), 'noop'", "rowmill_task_names"),
                Strange.notDue("queue, type", "'strange', repeat('x', 100000)", "rowmill_task_names"));
    }

    /** Returns values that only the owner and the nodes may set. */
    public static Stream<Strange> ofTheEngine() {
        return Stream.of(
                Strange.due("created", "'-infinity'", "rowmill_task_moments"),
                Strange.due("created", "'infinity'", "rowmill_task_moments"),
                Strange.due("last_updated", "'infinity'", "rowmill_task_moments"),
                Strange.due("started", "'-infinity'", "rowmill_task_moments"),
                Strange.notDue("status, finished", "'completed', 'infinity'", "rowmill_task_finished"),
                Strange.notDue("status, finished", "'dead', '-infinity'", "rowmill_task_finished"),
                Strange.notDue("status, operator_id, expiry", "'executing', 'o', 'infinity'", "rowmill_task_moments"),
                Strange.due("status, operator_id, expiry", "'executing', 'o', '-infinity'", "rowmill_task_moments"),
                Strange.due(
                        "status, operator_id, expiry",
                        "'executing', repeat('x', 5000000), now()",
                        "rowmill_task_texts"),
                Strange.due("error", "repeat('x', 5000000)", "rowmill_task_texts"),
                Strange.due("attempts", "2147483647", "rowmill_task_room_to_count"),
                Strange.due("crashes", "2147483647", "rowmill_task_room_to_count"),
                Strange.due(
                        "status, operator_id, expiry, crashes",
                        "'executing', 'o', now(), 2147483647",
                        "rowmill_task_room_to_count"),
                Strange.due("version", "9223372036854775807", "rowmill_task_room_to_count"),
                Strange.due("version", "-1", "rowmill_task_room_to_count"),
                Strange.notDue("attempts", "-1", "rowmill_task_counts"),
                Strange.notDue("crashes", "-1", "rowmill_task_counts"));
    }

    /** Returns strange values that are allowed. */
    public static Stream<Strange> welcome() {
        return Stream.of(
                Strange.due("run_at", "'0001-01-01 00:00:00+00'", ""),
                Strange.notDue("run_at", "'9999-12-31 23:59:59+00'", ""),
                Strange.due("timeout", "interval '1 microsecond'", ""),
                Strange.due("timeout", "interval '876000 hours'", ""),
                Strange.due("max_attempts", "2147483647", ""),
                Strange.due("priority", "-32768", ""),
                Strange.due("priority", "32767", ""),
                Strange.due("source", "repeat(U&'\\+01F600', 200)", ""),
                Strange.due("source", "E'\\x01\\x1b[2J\\r\\n'", ""),
                Strange.due("unique_key", "repeat(U&'\\+01F600', 500)", ""),
                Strange.due("tags", "array_fill(repeat('t', 100), array[20])", ""),
                Strange.due("tags", "array['', 'null', '{a}']", ""),
                Strange.due("details", "'null'", ""),
                Strange.due("details", "'[]'", ""),
                Strange.due("details", "'\"\"'", ""),
                Strange.due("details", "cast(repeat('[', 5000) || repeat(']', 5000) as jsonb)", ""),
                Strange.due("details", "jsonb_build_array(repeat('x', 5000000))", ""),
                Strange.due("details", "jsonb_build_array(repeat('x', 60000000))", ""),
                Strange.due("details", "(select jsonb_agg(1) from generate_series(1, 1000000))", ""),
                Strange.due(
                        "details", "(select jsonb_agg(cast('1e999' as numeric)) from generate_series(1, 1000))", ""),
                Strange.due("context", "jsonb_build_array(repeat('x', 65000))", ""));
    }
}
