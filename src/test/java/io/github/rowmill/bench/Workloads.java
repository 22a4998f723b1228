package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Starts the workloads of {@code src/bench} inside nodes, and returns their figures. */
final class Workloads {

    private final Target target;
    private final Mill mill;

    Workloads(Target target, Mill mill) {
        this.target = target;
        this.mill = mill;
    }

    /** Returns the tasks a second of the hand-written loop inside a node. It works on the table of {@link Limit}. */
    double drainByHand(Limit limit, int tasks) {
        limit.prepare(tasks);
        target.execute("drop table if exists bench_event");
        target.execute("create table bench_event (like sample_event including all)");
        ask("measure-by-hand", Limit.statements());
        assertThat(target.number("select count(*) from bench_event")).isEqualTo(tasks);
        return tasks / took();
    }

    /** Runs a measure of the application, and returns the seconds that it took. */
    double took(String type, int tasks) {
        ask(type, many(tasks));
        return took();
    }

    private static String many(int tasks) {
        return "jsonb_build_object('tasks', %d)".formatted(tasks);
    }

    private double took() {
        return target.number("select nanos / 1e9 from bench_measure where what = 'took'");
    }

    /** Returns how soon the first line of a handler ran, for each of {@code tasks} tasks. */
    List<Wake> wakes(int tasks) {
        ask("measure-wake", many(tasks));
        mill.awaitDone();
        List<Wake> wakes = Stream.of(String.valueOf(target.text("""
                        select string_agg(((woken.nanos - asked.nanos) / 1e6) || '/' || ((woken.nanos - sent.nanos) / 1e6), ' ')
                          from bench_measure asked
                          join bench_measure sent using (task_id)
                          join bench_measure woken using (task_id)
                         where asked.what = 'asked'
                           and sent.what = 'sent'
                           and woken.what = 'woken'
                        """)).split(" "))
                .map(Wake::parse)
                .toList();
        assertThat(wakes).hasSize(tasks);
        return wakes;
    }

    /** Returns for each task the milliseconds from its end until a waiting caller had its result. */
    List<Double> results(int tasks) {
        ask("measure-results", many(tasks));
        return figures(tasks, """
                select string_agg(((m.nanos / 1e9 - extract(epoch from t.finished)) * 1000)::text, ' ')
                  from bench_measure m
                  join rowmill_task t
                    on t.id = m.task_id
                 where m.what = 'result'
                """);
    }

    /** Returns for each task the milliseconds from the call that sends a signal until the wait for it returns. */
    List<Double> signals(int tasks) {
        target.empty();
        target.execute("""
                insert into rowmill_task (type, unique_key)
                select 'signalled', 'waits-' || g from generate_series(1, %d) g
                """.formatted(tasks));
        target.execute("notify rowmill");
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> target.number(
                                "select count(*) from rowmill_task where status = 'queued' and awaits is not null")
                        == tasks);
        awaitEnd(insert("measure-signals", many(tasks)));
        mill.awaitDone();
        return figures(tasks, "select string_agg((nanos / 1e6)::text, ' ') from bench_measure where what = 'signal'");
    }

    private List<Double> figures(int tasks, String query) {
        List<Double> figures = Stream.of(String.valueOf(target.text(query)).split(" "))
                .map(Double::valueOf)
                .toList();
        assertThat(figures).hasSize(tasks);
        return figures;
    }

    /** Runs a measure of the application, with a payload that is an SQL expression. */
    private void ask(String type, String payload) {
        awaitEnd(begin(type, payload));
    }

    private String begin(String type, String payload) {
        target.empty();
        return insert(type, payload);
    }

    private String insert(String type, String payload) {
        String id = target.text(
                "insert into rowmill_task (type, details) values ('%s', %s) returning id".formatted(type, payload));
        target.execute("notify rowmill");
        return String.valueOf(id);
    }

    private void awaitEnd(String task) {
        await().atMost(Duration.ofMinutes(10))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> "completed".equals(target.text("select status from rowmill_task where id = " + task)));
    }

    /**
     * Enqueues and runs {@code rate} tasks a second. Returns the median and the 99th percentile of the milliseconds
     * until a task is completed.
     */
    List<Double> steady(int rate, int seconds) {
        String task =
                begin("measure-steady", "jsonb_build_object('tasks', %d, 'seconds', %d)".formatted(rate, seconds));
        Clock.pause(Duration.ofSeconds(seconds));
        awaitEnd(task);
        mill.awaitDone();
        assertThat(target.number("select count(*) from rowmill_task where type = 'noop' and status = 'completed'"))
                .isEqualTo((double) rate * seconds);
        return Stream.of("0.5", "0.99")
                .map(share -> target.number("""
                        select percentile_disc(%s) within group (order by extract(epoch from finished - created) * 1000)
                          from rowmill_task
                         where type = 'noop'
                        """.formatted(share)))
                .toList();
    }

    /**
     * Keeps {@code waiting} tasks waiting in {@code queues} queues. Returns the tasks a second, and the median, the
     * 99.9th percentile and the longest of the waits in seconds.
     */
    List<Double> busy(int queues, int waiting, int seconds) {
        String task = begin(
                "measure-busy",
                "jsonb_build_object('queues', %d, 'waiting', %d, 'seconds', %d)".formatted(queues, waiting, seconds));
        Clock.pause(Duration.ofSeconds(seconds));
        awaitEnd(task);
        mill.awaitDone();
        return Stream.of(
                        "count(*) / extract(epoch from max(finished) - min(created))",
                        "percentile_disc(0.5) within group (order by extract(epoch from started - created))",
                        "percentile_disc(0.999) within group (order by extract(epoch from started - created))",
                        "extract(epoch from max(started - created))")
                .map(figure -> target.number("select %s from rowmill_task where type = 'busy'".formatted(figure)))
                .toList();
    }
}
