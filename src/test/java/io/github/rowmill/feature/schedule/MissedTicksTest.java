package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests ticks that came while no node was there, or while the last run had not ended. Rows are moved instead of
 * waiting.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class MissedTicksTest extends RecurTest {

    @Inject
    TaskQueue queue;

    private LocalTime sixHoursAgo;

    @BeforeEach
    void readTheClock() {
        sixHoursAgo =
                LocalTime.parse(rows.text("select to_char((now() - interval '6 h') at time zone 'UTC', 'HH24:MI')"));
    }

    @ParameterizedTest
    @CsvSource({"SKIP, 0", "ONE, 1", "ALL, 3"})
    void theRuleForMissedTicksDecidesHowManyTasksAreCreated(Missed rule, int expected) {
        Duration weekend = Duration.ofHours(60);
        schedules.create(nightly().missed(rule).missedWithin(Duration.ofDays(3)));

        mill.pass(name, weekend.plusHours(6));
        tickAll();

        Instant lastNight = LocalDate.parse(rows.text("select cast(now() at time zone 'UTC' as date)"))
                .atTime(sixHoursAgo)
                .atZone(ZoneId.of("UTC"))
                .toInstant();
        assertThat(ticks())
                .hasSize(expected)
                .allMatch(tick -> Duration.between(tick, lastNight).toSeconds() % 86_400 == 0);
        assertThat(row("next_run between now() and now() + interval '1 day'")).isEqualTo("t");
        assertThat(tickAll()).isZero();
        if (rule == Missed.ONE) {
            assertThat(row("last_tick = (select tick from rowmill_task) and last_tick > now() - interval '1 day'"))
                    .isEqualTo("t");
        }
    }

    @Test
    void ticksMissedBeforeTheWindowCreateNoTask() {
        schedules.create(hourly().missed(Missed.ALL).missedWithin(Duration.ofMinutes(150)));

        mill.pass(name, Duration.ofHours(10).plusMinutes(1));
        tickAll();

        assertThat(tasks()).isEqualTo(3);
    }

    @Test
    void aTickThatIsALittleLateIsNotMissed() {
        schedules.create(hourly().missed(Missed.SKIP));
        set("created = now() - interval '1 h 40 s', last_tick = now() - interval '1 h 30 s'");

        tickAll();

        assertThat(tasks()).isEqualTo(1);
    }

    /** Covers both clock changes of a year in two zones. Each night has one task, also the night that lost its hour. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 30 2 * * *, 2025-10-26T02:30+02:00, 2026-03-29T03:00+02:00",
        "America/New_York, 15 2 * * *, 2025-11-02T02:15-05:00, 2026-03-08T03:00-04:00",
        "America/New_York, 15 1 * * *, 2025-11-02T01:15-04:00, 2026-03-08T01:15-05:00"
    })
    void everyNightHasOneTaskAcrossClockChanges(
            String zone, String cron, OffsetDateTime autumn, OffsetDateTime spring) {
        schedules.create(NewSchedule.of(name, NewTask.of("noop"))
                .cron(cron)
                .zone(ZoneId.of(zone))
                .missed(Missed.ALL)
                .missedWithin(Duration.ofDays(36_500)));
        set("ends = '2026-04-15T00:00Z'");
        set("last_tick = '2025-10-15T00:00Z', next_run = now()");

        tickAll();

        assertThat(ticks()).contains(autumn.toInstant(), spring.toInstant());
        assertThat(rows.number("select count(distinct cast(tick at time zone '%s' as date)) from rowmill_task"
                        .formatted(zone)))
                .isEqualTo(tasks())
                .isEqualTo(182);
    }

    @Test
    void aThousandYearsOfMissedTicksCreateOneTask() {
        schedules.create(NewSchedule.of(name, NewTask.of("noop")).cron("* * * * * *"));
        set("last_tick = '1026-01-01T00:00Z', next_run = now()");

        loop.tickOnce();

        assertThat(tasks()).isBetween(1L, 3L);
        assertThat(row("last_tick > now() - interval '1 min'")).isEqualTo("t");
    }

    @Test
    void aScheduleWithManyMissedTicksDelaysNoOtherSchedule() {
        schedules.create(hourly().missed(Missed.ALL).missedWithin(Duration.ofDays(365)));
        mill.pass(name, Duration.ofDays(300));
        schedules.create(NewSchedule.of(name + "-other", NewTask.of("noop")).every(Duration.ofHours(1)));
        mill.pass(name + "-other", Duration.ofMinutes(61));

        loop.tickOnce();

        assertThat(rows.number("select count(*) from rowmill_task where schedule = '%s-other'".formatted(name)))
                .isEqualTo(1);
        assertThat(tasks()).isLessThan(300 * 24);
    }

    @Test
    void runsMayOverlap() {
        schedules.create(hourly());
        twoTicksApart();

        assertThat(tasks()).isEqualTo(2);
    }

    @Test
    void aTickIsSkippedWhileTheLastRunHasNotEnded() {
        schedules.create(hourly().overlap(Overlap.SKIP));
        twoTicksApart();
        assertThat(tasks()).isEqualTo(1);

        mill.drain();
        mill.pass(name, Duration.ofMinutes(61));
        tickAll();

        assertThat(tasks()).isEqualTo(2);
    }

    /** The last task of a schedule may have ended while an earlier one still runs. */
    @ParameterizedTest
    @EnumSource(
            value = Overlap.class,
            names = {"SKIP", "WAIT"})
    void anEndedManualRunDoesNotHideARunningTask(Overlap overlap) {
        schedules.create(hourly().overlap(overlap));
        mill.pass(name, Duration.ofMinutes(61));
        tickAll();
        assertThat(tasks()).isEqualTo(1);
        queue.cancel(schedules.runNow(name));
        mill.pass(name, Duration.ofMinutes(61));

        loop.tickOnce();

        assertThat(tasks()).isEqualTo(2);
    }

    @Test
    void aTickWaitsUntilTheLastRunHasEndedAndIsThenMade() {
        schedules.create(hourly().overlap(Overlap.WAIT));
        twoTicksApart();
        assertThat(tasks()).isEqualTo(1);
        assertThat(row("next_run between now() and now() + interval '1 s'")).isEqualTo("t");

        mill.drain();
        set("next_run = now()");
        tickAll();

        assertThat(tasks()).isEqualTo(2);
    }

    /** Runs random sequences of ticks, runs and ends, beside a list of the tasks that live. */
    @RepeatedTest(5)
    void aTickIsSkippedIfAndOnlyIfAnyTaskOfItsScheduleLives() {
        long seed = ThreadLocalRandom.current().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        schedules.create(hourly().overlap(Overlap.SKIP));
        List<Long> live = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> live.add(schedules.runNow(name));
                case 3, 4, 5 -> {
                    if (!live.isEmpty()) {
                        queue.cancel(live.remove(random.nextInt(live.size())));
                    }
                }
                default -> {
                    long before = tasks();
                    mill.pass(name, Duration.ofMinutes(61));
                    tickAll();
                    assertThat(tasks() - before)
                            .as("seed %s, step %s: tasks made beside %s", seed, step, live)
                            .isEqualTo(live.isEmpty() ? 1 : 0);
                    if (live.isEmpty()) {
                        live.add(rows.number("select max(id) from rowmill_task"));
                    }
                }
            }
        }
    }

    private void twoTicksApart() {
        mill.pass(name, Duration.ofMinutes(61));
        tickAll();
        mill.pass(name, Duration.ofMinutes(61));
        tickAll();
    }

    @Test
    void jitterPutsTheTaskOffAndNotTheTick() {
        schedules.create(hourly().jitter(Duration.ofHours(10)));
        mill.pass(name, Duration.ofMinutes(61));

        tickAll();

        assertThat(rows.text("select run_at > tick and run_at < tick + interval '10 h' from rowmill_task"))
                .isEqualTo("t");
    }

    private NewSchedule nightly() {
        return NewSchedule.of(name, NewTask.of("noop"))
                .cron("%d %d * * *".formatted(sixHoursAgo.getMinute(), sixHoursAgo.getHour()));
    }

    private List<Instant> ticks() {
        String all = rows.text(
                "select string_agg(to_char(tick at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), ' ') from rowmill_task where schedule = '%s'"
                        .formatted(name));
        return all == null
                ? List.of()
                : Arrays.stream(all.split(" ")).map(Instant::parse).toList();
    }
}
