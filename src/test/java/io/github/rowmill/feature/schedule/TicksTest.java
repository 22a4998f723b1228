package io.github.rowmill.feature.schedule;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.feature.schedule.store.Ticks;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.hibernate.JDBCException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a tick makes exactly one task, even if nodes race for it, sessions die, or rows are moved by hand. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class TicksTest extends RecurTest {

    private static final Duration TICK = Duration.ofMinutes(61);

    @Inject
    Ticks ticks;

    @Inject
    Heard heard;

    @Test
    void onlyOneOfTwoNodesCreatesTheTaskOfATick() throws Exception {
        schedules.create(hourly());
        for (int round = 1; round <= 20; round++) {
            mill.pass(name, TICK);
            CyclicBarrier together = new CyclicBarrier(2);
            List<CompletableFuture<Optional<List<TaskEvent>>>> nodes = new ArrayList<>();
            for (int node = 0; node < 2; node++) {
                nodes.add(Side.begin(() -> {
                    await(together);
                    return ticks.next(TickDecisions::of);
                }));
            }
            for (CompletableFuture<Optional<List<TaskEvent>>> node : nodes) {
                node.get(30, TimeUnit.SECONDS);
            }
            assertThat(tasks()).isEqualTo(round);
        }
    }

    @Test
    void aNodeSkipsAScheduleThatAnotherNodeHasLocked() throws Exception {
        schedules.create(hourly());
        schedules.create(NewSchedule.of(name + "-next", NewTask.of("noop")).every(Duration.ofHours(1)));
        mill.pass(name, TICK);
        mill.pass(name + "-next", TICK);
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        CompletableFuture<Optional<List<TaskEvent>>> first = Side.begin(() -> ticks.next(due -> {
            inHand.countDown();
            await(letGo);
            return TickDecisions.of(due);
        }));
        assertThat(inHand.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(ticks.next(TickDecisions::of)).isPresent();
        assertThat(ticks.next(TickDecisions::of)).isEmpty();
        letGo.countDown();

        assertThat(first.get(20, TimeUnit.SECONDS)).isPresent();
        assertThat(rows.number("select count(*) from rowmill_task where schedule like '%s%%'".formatted(name)))
                .isEqualTo(2);
    }

    /**
     * Simulates a node that dies between two statements: the task is inserted, but the row of the schedule is not
     * updated.
     */
    @Test
    void aTaskIsRolledBackIfItsScheduleCannotBeUpdated() {
        schedules.create(hourly());
        mill.pass(name, TICK);
        rows.asSuperuser("""
                create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
                create trigger refuse before update on rowmill_schedule for each row execute function refuse()
                """);
        try {
            assertThatThrownBy(() -> ticks.next(TickDecisions::of)).isInstanceOf(JDBCException.class);
            assertThat(tasks()).isZero();
        } finally {
            rows.asSuperuser("drop trigger refuse on rowmill_schedule; drop function refuse");
        }

        tickAll();

        assertThat(tasks()).isEqualTo(1);
    }

    @Test
    void aTickIsDoneLaterIfTheSessionOfItsNodeDies() {
        schedules.create(hourly());
        mill.pass(name, TICK);

        assertThatThrownBy(() -> ticks.next(due -> {
                    rows.asSuperuser("""
                            select pg_terminate_backend(pid)
                              from pg_stat_activity
                             where application_name = 'rowmill'
                               and state = 'idle in transaction'
                            """);
                    return TickDecisions.of(due);
                }))
                .isInstanceOf(RuntimeException.class);
        assertThat(tasks()).isZero();

        tickAll();

        assertThat(tasks()).isEqualTo(1);
    }

    @Test
    void aScheduleThatIsMovedBackByHandMakesNoSecondTaskOfATick() {
        schedules.create(hourly());
        mill.pass(name, TICK);
        tickAll();
        mill.drain();

        set("last_tick = last_tick - interval '30 min', next_run = now()");
        tickAll();

        assertThat(tasks()).isEqualTo(1);
        assertThat(row("next_run > now()")).isEqualTo("t");
        assertThatThrownBy(
                        () -> rows.execute(
                                "insert into rowmill_task (type, schedule, tick) select 'noop', schedule, tick from rowmill_task"))
                .rootCause()
                .hasMessageContaining("\"rowmill_task_tick\"")
                .hasMessageContaining("Key (schedule, tick)=(%s, %s) already exists."
                        .formatted(name, rows.text("select tick from rowmill_task")));
    }

    @Test
    void theServerReleasesTheRowOfASilentNode() {
        schedules.create(hourly());

        assertThat(rows.silenceOf("rowmill_schedule", this::tickAll)).isEqualTo("7500ms");
    }

    /** Rows that Rowmill itself never writes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cron = 'whenever'                                       | must be minute, hour
            cron = concat(repeat('*', 190), ' * * * *')                              | is not *, a number
            cron = '0 0 L * *'                                      | has the field 'L'
            zone = 'Europe/Nowhere'                                 | must be a time zone
            zone = E'\\n'                                           | must be a time zone
            """)
    void anUnreadableScheduleIsReportedAndLeftToOtherNodes(String assignment, String reason) {
        schedules.create(NewSchedule.of(name, NewTask.of("noop")).cron("@hourly"));
        schedules.create(NewSchedule.of(name + "-fine", NewTask.of("noop")).every(Duration.ofHours(1)));
        set(assignment);
        mill.pass(name, TICK);
        mill.pass(name + "-fine", TICK);
        heard.clear();

        tickAll();
        tickAll();

        assertThat(row("paused")).isEqualTo("f");
        assertThat(row("error")).isNull();
        assertThat(heard.of(TaskEvent.ScheduleUnreadable.class)).singleElement().satisfies(unreadable -> {
            assertThat(unreadable.schedule()).isEqualTo(name);
            assertThat(unreadable.why()).contains(reason);
        });
        assertThat(rows.number("select count(*) from rowmill_task where schedule = '%s-fine'".formatted(name)))
                .isEqualTo(1);
        assertThatThrownBy(() -> schedules.nextRuns(name, 1)).hasMessageContaining(reason);
    }

    @Test
    void aRowThatCanBeReadAgainTicks() {
        schedules.create(NewSchedule.of(name, NewTask.of("noop")).cron("@hourly"));
        set("zone = 'Europe/Nowhere'");
        tickAll();
        assertThat(ticks.untilNext().filter(Duration::isNegative)).isEmpty();
        assertThat(readiness()).contains("unreadable schedules", name);

        set("zone = 'Europe/Berlin'");
        mill.pass(name, TICK);
        tickAll();

        assertThat(tasks()).isEqualTo(1);
        assertThat(readiness()).doesNotContain(name);
    }

    private static String readiness() {
        return given().get("/q/health/ready").then().extract().asString();
    }

    @Test
    void aScheduleWhoseTaskIsRefusedIsPausedWithAnError() {
        schedules.create(hourly());
        schedules.create(NewSchedule.of(name + "-fine", NewTask.of("noop")).every(Duration.ofHours(1)));
        set("details = cast('[' || repeat('1e4300,', 230) || '1]' as jsonb)");
        mill.pass(name, TICK);
        mill.pass(name + "-fine", TICK);

        tickAll();

        assertThat(row("paused")).isEqualTo("t");
        assertThat(row("error")).contains("rowmill_task_details");
        assertThat(tasks()).isZero();
        assertThat(rows.number("select count(*) from rowmill_task where schedule = '%s-fine'".formatted(name)))
                .isEqualTo(1);

        set("details = '{}'");
        schedules.resume(name);
        mill.pass(name, TICK);
        tickAll();

        assertThat(tasks()).isEqualTo(1);
        assertThat(row("error")).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cron = null                                | rowmill_schedule_rule
            every = '1 h', cron = '@daily'             | rowmill_schedule_rule
            cron = repeat('*', 201), every = null      | rowmill_schedule_rule
            every = '0.5 s'                            | rowmill_schedule_times
            every = '2000000 hours'                    | rowmill_schedule_times
            jitter = '-1 s'                            | rowmill_schedule_times
            missed = 'often'                           | rowmill_schedule_words
            overlap = ''                               | rowmill_schedule_words
            starts = '-infinity'                       | rowmill_schedule_moments
            last_tick = 'infinity'                     | rowmill_schedule_moments
            next_run = '10000-01-01'                   | rowmill_schedule_moments
            type = ''                                  | rowmill_schedule_names
            max_attempts = 0                           | rowmill_schedule_attempts
            details = to_jsonb(repeat('x', 1048576))   | rowmill_schedule_texts
            """)
    void theTableTakesNoRowThatCouldStopTheLoop(String assignment, String constraint) {
        schedules.create(hourly());

        assertThatThrownBy(() -> set(assignment.replace("cron = null", "every = null")))
                .rootCause()
                .hasMessageContaining(constraint);
    }

    @Test
    void anIdleNodeFindsTheNextTickByAnIndex() {
        rows.execute("""
                insert into rowmill_schedule (name, type, cron, next_run)
                select '%s-' || n, 'noop', '@yearly', now() + interval '1 day'
                  from generate_series(1, 1000) n
                """.formatted(name));
        rows.execute("analyze rowmill_schedule");

        String plan = rows.text("""
                explain (analyze, buffers, timing off, format json)
                select min(next_run)
                  from rowmill_schedule
                 where not paused
                """);

        assertThat(plan).contains("rowmill_schedule_due").doesNotContain("Seq Scan");
        assertThat(loop.tickOnce()).isZero();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
