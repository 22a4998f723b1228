package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.ScheduleExistsException;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.schedule.store.ScheduleRows;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@TestProfile(ByHand.class)
class SchedulesTest extends RecurTest {

    @Inject
    ScheduleRows scheduleRows;

    @Test
    void aHandlerReceivesTheTickOfItsTask() {
        List<Optional<Instant>> told = new CopyOnWriteArrayList<>();
        NewTask task = NewTask.of("probe", probes.behave(context -> told.add(context.scheduledFor())));
        schedules.create(NewSchedule.of(name, task).every(Duration.ofHours(1)));

        mill.drain();
        assertThat(told).isEmpty();
        mill.pass(name, Duration.ofMinutes(61));
        mill.drain();

        Instant tick = schedules.find(name).orElseThrow().lastTick();
        assertThat(told).containsExactly(Optional.of(tick));
        assertThat(rows.text("select tick || ' ' || source || ' ' || max_attempts from rowmill_task"))
                .endsWith("schedule 3");
    }

    @Test
    void aTaskWithoutAScheduleHasNoTick() {
        List<Optional<Instant>> told = new CopyOnWriteArrayList<>();
        rows.insert(TaskRow.of("probe")
                .details("{\"key\": \"%s\"}"
                        .formatted(probes.behave(context -> told.add(context.scheduledFor()))
                                .key())));

        mill.drain();

        assertThat(told).containsExactly(Optional.empty());
    }

    @Test
    void aTaskOfAScheduleHasTheOptionsOfTheSchedule() {
        NewTask task = NewTask.ofJson("event", "{\"account\": \"a\", \"name\": \"n\", \"n\": 7}")
                .queue("night")
                .priority(-3)
                .maxAttempts(2);
        schedules.create(NewSchedule.of(name, task).every(Duration.ofHours(1)));
        mill.pass(name, Duration.ofMinutes(61));

        loop.tickOnce();

        assertThat(rows.text("select type || queue || priority || max_attempts || (details ->> 'n') from rowmill_task"))
                .isEqualTo("eventnight-327");
    }

    @Test
    void aTaskOfAScheduleHasTheKeyThatItWasGiven() {
        schedules.create(NewSchedule.of(name, NewTask.of("noop").key("a7")).every(Duration.ofHours(1)));
        mill.pass(name, Duration.ofMinutes(61));
        loop.tickOnce();
        schedules.runNow(name);

        assertThat(rows.text("select string_agg(coalesce(key, '-'), ' ' order by id) from rowmill_task"))
                .isEqualTo("a7 a7");
    }

    @Test
    void anOptionThatAScheduleCannotCarryIsRefused() {
        NewTask task = NewTask.of("noop").onDuplicate(OnDuplicate.REFUSE);

        assertThatThrownBy(() -> schedules.create(NewSchedule.of(name, task).every(Duration.ofHours(1))))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("onDuplicate");
    }

    @Test
    void aScheduleIsThereIfTheTransactionThatCreatedItCommits() {
        QuarkusTransaction.begin();
        schedules.create(hourly());
        QuarkusTransaction.rollback();
        assertThat(schedules.find(name)).isEmpty();

        QuarkusTransaction.requiringNew().run(() -> schedules.create(hourly()));

        assertThat(schedules.find(name)).isPresent();
        assertThatThrownBy(() -> schedules.create(hourly()))
                .isInstanceOf(ScheduleExistsException.class)
                .hasMessageContaining(name);
    }

    @Test
    void aRefusedScheduleLeavesTheCallersTransactionAlone() {
        QuarkusTransaction.requiringNew().run(() -> {
            schedules.create(hourly());
            assertThatThrownBy(() -> schedules.create(hourly())).isInstanceOf(ScheduleExistsException.class);
            assertThatThrownBy(() -> schedules.pause("nobody")).isInstanceOf(ScheduleNotFoundException.class);
        });

        assertThat(schedules.find(name)).isPresent();
    }

    @Test
    void aPausedScheduleCreatesNoTaskAndMissesNoTick() {
        schedules.create(hourly());
        tickAll();
        schedules.pause(name);
        mill.pass(name, Duration.ofHours(5));
        tickAll();
        assertThat(tasks()).isZero();
        assertThat(row("paused")).isEqualTo("t");
        assertThat(schedules.nextRuns(name, 1).get(0))
                .isAfter(Instant.parse(
                        rows.text("select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')")));

        schedules.resume(name);
        tickAll();

        assertThat(tasks()).isZero();
        assertThat(row("next_run between now() and now() + interval '1 h'")).isEqualTo("t");
    }

    @Test
    void oneTransactionMayRunAScheduleTwice() {
        schedules.create(hourly());

        List<Long> ids =
                QuarkusTransaction.requiringNew().call(() -> List.of(schedules.runNow(name), schedules.runNow(name)));

        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void aPausedScheduleCanRunNowMoreThanOnce() {
        schedules.create(hourly());
        schedules.pause(name);

        long id = schedules.runNow(name);
        long another = schedules.runNow(name);

        assertThat(another).isNotEqualTo(id);
        assertThat(row("last_task")).isEqualTo(Long.toString(another));
        assertThat(rows.text(
                        "select schedule || ' ' || (tick between now() - interval '1 min' and now()) from rowmill_task where id = "
                                + id))
                .isEqualTo(name + " true");
        mill.drain();
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(2);
    }

    @Test
    void aChangedTimetableBeginsNowAndNoTickComesTwice() {
        schedules.create(hourly());
        mill.pass(name, Duration.ofMinutes(61));
        tickAll();
        assertThat(tasks()).isEqualTo(1);

        schedules.change(hourly().every(Duration.ofMinutes(1)).starts(Instant.parse("2020-01-01T00:00:00Z")));
        tickAll();

        assertThat(tasks()).isEqualTo(1);
        assertThat(row("next_run <= now() + interval '1 min'")).isEqualTo("t");
        assertThat(row("pinned")).isEqualTo("f");
    }

    @Test
    void aChangeOfTheTaskKeepsTheTicksOfItsSchedule() {
        schedules.create(hourly());
        mill.pass(name, Duration.ofMinutes(61));

        schedules.change(NewSchedule.of(name, NewTask.of("noop").priority(9)).every(Duration.ofHours(1)));
        tickAll();

        assertThat(rows.text("select priority from rowmill_task")).isEqualTo("9");
    }

    @Test
    void tasksOfADeletedScheduleStay() {
        schedules.create(hourly());
        mill.pass(name, Duration.ofMinutes(61));
        tickAll();

        schedules.delete(name);

        assertThat(schedules.find(name)).isEmpty();
        assertThat(tasks()).isEqualTo(1);
    }

    @Test
    void theNextRunsOfAScheduleAreComputed() {
        schedules.create(NewSchedule.of(name, NewTask.of("noop"))
                .cron("30 2 * * *")
                .zone(ZoneId.of("Europe/Berlin"))
                .starts(Instant.parse("2090-03-25T12:00:00Z"))
                .ends(Instant.parse("2090-03-28T12:00:00Z")));

        assertThat(schedules.nextRuns(name, 10))
                .containsExactly(
                        Instant.parse("2090-03-26T01:00:00Z"),
                        Instant.parse("2090-03-27T00:30:00Z"),
                        Instant.parse("2090-03-28T00:30:00Z"));
        assertThat(schedules.nextRuns(name, 1)).hasSize(1);
    }

    @Test
    void aScheduleThatHasEndedHasNoNextRun() {
        schedules.create(hourly().ends(Instant.parse("2100-01-01T00:00:00Z")));
        set("ends = now() - interval '1 s'");

        tickAll();

        assertThat(row("next_run")).isNull();
        assertThat(schedules.nextRuns(name, 1)).isEmpty();
    }

    @Test
    void schedulesAreListedByName() {
        for (String suffix : List.of("c", "a", "b")) {
            schedules.create(NewSchedule.of(name + suffix, NewTask.of("noop")).every(Duration.ofHours(1)));
        }

        assertThat(schedules.list(name, 2)).extracting(Schedule::name).containsExactly(name + "a", name + "b");
        assertThat(schedules.list(name + "b", 1)).extracting(Schedule::name).containsExactly(name + "c");
    }

    @Test
    void everyVerbRefusesAnUnknownSchedule() {
        for (String absent : List.of("nobody", "", "\u0000", "x".repeat(10_000))) {
            assertThat(schedules.find(absent)).isEmpty();
            for (Runnable verb : List.<Runnable>of(
                    () -> schedules.pause(absent),
                    () -> schedules.resume(absent),
                    () -> schedules.runNow(absent),
                    () -> schedules.pin(absent, true),
                    () -> schedules.delete(absent),
                    () -> schedules.nextRuns(absent, 1),
                    () -> schedules.change(
                            NewSchedule.of("nobody", NewTask.of("noop")).cron("@daily")))) {
                assertThatThrownBy(verb::run).isInstanceOf(ScheduleNotFoundException.class);
            }
        }
    }

    private static String many(String value, int count) {
        return "[" + String.join(",", Collections.nCopies(count, value)) + "]";
    }

    static Stream<Arguments> wrong() {
        NewTask task = NewTask.of("noop");
        NewSchedule fine = NewSchedule.of("s", task).cron("@daily");
        return Stream.of(
                Arguments.of("name", NewSchedule.of(" ", task).cron("@daily")),
                Arguments.of("name", NewSchedule.of("x".repeat(201), task).cron("@daily")),
                Arguments.of("name", NewSchedule.of("\u0000", task).cron("@daily")),
                Arguments.of("cron", NewSchedule.of("s", task)),
                Arguments.of("cron", fine.cron("every day")),
                Arguments.of("cron", fine.cron("*".repeat(10_000))),
                Arguments.of("cron", fine.cron("0 0 30 2 *")),
                Arguments.of("cron", fine.ends(Instant.parse("0001-01-01T00:00:00Z"))),
                Arguments.of("every", fine.every(Duration.ofMillis(999))),
                Arguments.of("every", fine.every(Duration.ofDays(36_501))),
                Arguments.of("zone", fine.zone("Berlin")),
                Arguments.of("missedWithin", fine.missedWithin(Duration.ofSeconds(-1))),
                Arguments.of("jitter", fine.jitter(Duration.ofDays(36_501))),
                Arguments.of("starts", fine.starts(Instant.MAX)),
                Arguments.of("ends", fine.ends(Instant.MIN)),
                Arguments.of("task", NewSchedule.of("s", task.uniqueKey("k")).cron("@daily")),
                Arguments.of(
                        "task",
                        NewSchedule.of("s", task.delay(Duration.ofHours(1))).cron("@daily")),
                Arguments.of(
                        "priority", NewSchedule.of("s", task.priority(99_999)).cron("@daily")),
                Arguments.of(
                        "payload.account",
                        NewSchedule.of("s", NewTask.ofJson("event", "{\"name\": \"n\"}"))
                                .cron("@daily")),
                Arguments.of(
                        "payload",
                        NewSchedule.of("s", NewTask.ofJson("nobodys", "[\"\\u0000\"]"))
                                .cron("@daily")),
                // PostgreSQL writes all digits of a number.
                Arguments.of(
                        "payload",
                        NewSchedule.of("s", NewTask.ofJson("nobodys", many("1e998", 1_100)))
                                .cron("@daily")));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongScheduleIsRefusedByField(String field, NewSchedule schedule) {
        assertThatThrownBy(() -> schedules.create(schedule))
                .isInstanceOf(InvalidScheduleException.class)
                .asInstanceOf(type(InvalidScheduleException.class))
                .satisfies(e -> assertThat(e.violations())
                        .extracting(Violation::field)
                        .anySatisfy(found -> assertThat(found).startsWith(field)));
    }

    @Test
    void aRefusedPayloadLeavesTheCallersTransactionAlone() {
        QuarkusTransaction.requiringNew().run(() -> {
            schedules.create(hourly());
            assertThatThrownBy(() ->
                            schedules.create(NewSchedule.of(name + "2", NewTask.ofJson("nobodys", many("1e998", 1_100)))
                                    .cron("@daily")))
                    .isInstanceOf(InvalidScheduleException.class)
                    .hasMessageContaining("1048576 bytes");
        });

        assertThat(schedules.find(name)).isPresent();
    }

    @Test
    void aPayloadMayHaveAsManyBytesAsTheTableTakes() {
        NewTask task = NewTask.ofJson("nobodys", many("1e998", 1_045));

        schedules.create(NewSchedule.of(name, task).every(Duration.ofHours(1)));

        assertThat(Long.parseLong(row("octet_length(cast(details as text))"))).isBetween(1_040_000L, 1_048_576L);
    }

    @Test
    void thePayloadIsCountedInBytesAsTheTableDoes() {
        assertThat(scheduleRows.payloadBytes("[\"\u00fc\u4e2d\ud83d\ude00\"]")).isEqualTo(4 + 2 + 3 + 4);
        assertThat(scheduleRows.payloadBytes("{\"a\":[1,1,1e3]}")).isEqualTo("{\"a\": [1, 1, 1000]}".length());
    }

    @Test
    void aScheduleMadeBySqlTicks() {
        rows.execute(
                "insert into rowmill_schedule (name, type, every, created, last_tick) values ('%s', 'noop', '1 h', now() - interval '61 min', now() - interval '61 min')"
                        .formatted(name));

        mill.drain();

        assertThat(rows.text("select status from rowmill_task")).isEqualTo("completed");
        assertThat(schedules.find(name).orElseThrow().every()).isEqualTo(Duration.ofHours(1));
    }
}
