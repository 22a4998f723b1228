package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Kills three processes of the packaged application, one after the other, while they create tasks of ticks. A fourth
 * process starts after the first kill.
 */
class TicksIT {

    private static final int NODES = 3;
    private static final int SCHEDULES = 25;

    /** Number of ticks of each schedule that are due at once, before each kill and after the last one. */
    private static final int TICKS = 10;

    private static final int ALL = (NODES + 1) * SCHEDULES * TICKS;

    private final List<Node> nodes = new ArrayList<>();
    private Database database;

    @BeforeEach
    void start() throws IOException {
        database = Database.start();
        nodes.add(Node.start("tick-0", database, "rowmill.lease=5s").awaitReady());
        for (int i = 1; i < NODES; i++) {
            nodes.add(Node.start("tick-" + i, database, "rowmill.lease=5s"));
        }
        nodes.forEach(Node::awaitReady);
    }

    @AfterEach
    void stop() throws IOException {
        nodes.forEach(Node::close);
        database.close();
    }

    @Test
    void aThousandTicksCreateAThousandTasksDespiteKilledNodes() throws IOException {
        List<Long> madeAtKill = new ArrayList<>();
        for (int killed = 0; killed < NODES; killed++) {
            long before = tasks();
            release(killed);
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> tasks() > before + SCHEDULES);
            nodes.get(killed).kill();
            madeAtKill.add(tasks() - before);
            if (killed == 0) {
                nodes.add(Node.start("tick-" + NODES, database, "rowmill.lease=5s"));
            }
        }
        release(NODES);

        await().atMost(Duration.ofSeconds(60)).until(() -> tasks() >= ALL);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> number("select count(*) from rowmill_task where status = 'completed'") >= ALL);

        System.out.printf(
                "TicksIT: of %d ticks each, made when a node was killed: %s%n", SCHEDULES * TICKS, madeAtKill);
        assertThat(tasks()).isEqualTo(ALL);
        assertThat(number("select count(distinct (schedule, tick)) from rowmill_task"))
                .isEqualTo(ALL);
        assertThat(number("""
                        select count(*)
                          from rowmill_schedule s
                         where next_run is null
                           and %d = (select count(*) from rowmill_task t where t.schedule = s.name and t.tick between s.starts and s.ends)
                        """.formatted(TICKS))).isEqualTo((NODES + 1) * SCHEDULES);
    }

    /** Each node reads one entry of an index every ten seconds, for any number of schedules. */
    @Test
    void nodesSeldomReadSchedulesThatAreNotDue() {
        database.execute("""
                insert into rowmill_schedule (name, type, cron, next_run)
                select 'idle-' || n, 'noop', '@yearly', now() + interval '1 day'
                  from generate_series(1, 1000) n
                """);
        long atFirst = looks();
        AtomicLong before = new AtomicLong(atFirst);

        // a server counts scans some time after they ran, also those of the nodes' starts
        await().during(Duration.ofSeconds(20)).atMost(Duration.ofSeconds(60)).until(() -> {
            long now = looks();
            boolean areFew = now - before.get() <= 3 * NODES;
            before.set(areFew ? before.get() : now);
            return areFew;
        });

        assertThat(looks()).as("looks at schedules").isGreaterThan(atFirst);
    }

    private long looks() {
        return number(
                "select coalesce(idx_scan, 0) + seq_scan from pg_stat_user_tables where relname = 'rowmill_schedule'");
    }

    /** Inserts schedules whose ticks are all in the past. A node must create a task for each of these ticks. */
    private void release(int batch) {
        database.execute("""
                insert into rowmill_schedule (name, type, every, starts, ends, last_tick, missed, missed_within)
                select 'batch-%d-' || n, 'noop', '1 h', now() - interval '12 h', now() - interval '12 h' + interval '%d h',
                       now() - interval '13 h', 'all', '2 days'
                  from generate_series(1, %d) n
                """.formatted(batch, TICKS - 1, SCHEDULES));
    }

    private long tasks() {
        return number("select count(*) from rowmill_task where schedule like 'batch-%'");
    }

    private long number(String sql) {
        return database.number(sql);
    }
}
