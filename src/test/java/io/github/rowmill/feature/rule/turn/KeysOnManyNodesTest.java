package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that nodes that claim at the same time break no rule of a key, and forget no task. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class KeysOnManyNodesTest extends KeysOfTurnsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "per_key = 1",
                "per_key = 3, fair = true",
                "ordered = true",
                "ordered = true, blocks = true",
                "concurrency = 4, per_key = 2",
                "key_rate = 1000, key_rate_burst = 3, per_key = 2"
            })
    void manyNodesExceedNoLimitBreakNoOrderAndForgetNoTask(String rule) throws Exception {
        rules(rule);
        rows.asSuperuser(
                "create table if not exists start_log (n bigint generated always as identity, id bigint, key text, executing bigint, of_key bigint)");
        rows.asSuperuser("""
                create or replace function log_start() returns trigger language plpgsql as $$
                begin
                    insert into start_log (id, key, executing, of_key)
                    select new.id, new.key, count(*), count(*) filter (where t.key = new.key)
                      from rowmill_task t
                     where t.queue = new.queue
                       and t.status = 'executing';
                    return null;
                end $$;
                create trigger log_start after update on rowmill_task
                   for each row when (new.status = 'executing' and old.status <> 'executing') execute function log_start()
                """);
        try {
            List<String> keys = List.of("a", "b", "c", "d");
            for (int i = 0; i < 40; i++) {
                keys.forEach(this::enqueue);
            }
            run(4, new Random(rule.hashCode()));

            int most = rule.contains("per_key = 3") ? 3 : rule.contains("per_key = 2") ? 2 : 1;
            assertThat(rows.number("select max(of_key) from start_log")).isLessThanOrEqualTo(most);
            if (rule.contains("concurrency = 4")) {
                assertThat(rows.number("select max(executing) from start_log")).isLessThanOrEqualTo(4);
            }
            assertThat(rows.number(
                            "select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')"))
                    .isZero();
            if (rule.contains("ordered")) {
                assertThat(rows.number("""
                        select count(*)
                          from (select id, lag(id) over (partition by key order by n) as before from start_log) s
                         where s.id < s.before
                        """)).isZero();
            }
        } finally {
            rows.asSuperuser("drop trigger log_start on rowmill_task; drop function log_start; drop table start_log");
        }
    }

    /** Runs nodes that claim tasks, complete most of them, retry or snooze some, and lose some. */
    private void run(int nodes, Random random) throws Exception {
        CyclicBarrier together = new CyclicBarrier(nodes);
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        List<Future<?>> done = new ArrayList<>();
        long[] seeds = random.longs(nodes).toArray();
        for (long seed : seeds) {
            done.add(threads.submit(() -> {
                Random own = new Random(seed);
                together.await();
                while (rows.number(
                                "select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')")
                        > 0) {
                    claim(1 + own.nextInt(8)).forEach(task -> end(task, own));
                    rows.execute("update rowmill_task set run_at = now() where run_at > now()");
                    if (own.nextInt(5) == 0) {
                        rows.execute(
                                "update rowmill_task set expiry = now() where status = 'executing' and random() < 0.1");
                        recoverer.recoverOnce();
                        rows.execute("update rowmill_task set crashes = 0 where status = 'queued' and crashes > 1");
                    }
                    if (own.nextInt(4) == 0) {
                        rows.execute(
                                "update rowmill_lane set look_at = now() where key in (select key from rowmill_lane for no key update skip locked)");
                    }
                }
                return null;
            }));
        }
        for (Future<?> one : done) {
            one.get();
        }
        threads.shutdown();
    }

    private void end(Claimed task, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> end(task, Outcome.retry(new IllegalStateException("again"), Duration.ofMillis(5)));
            case 1 -> end(task, Outcome.snooze(Duration.ZERO));
            default -> end(task, Outcome.succeeded());
        }
    }
}
