package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.feature.schedule.store.ScheduleRows;
import io.github.rowmill.handler.DeclaredHandler;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that declared schedules and their rows agree. */
@QuarkusTest
@TestProfile(ByHand.class)
class DeclarationsTest extends RecurTest {

    /** A time so far away that no other test meets a tick. */
    private static final String NEVER = "9990-01-01T00:00:00Z";

    @ApplicationScoped
    static class Declared {

        @Handles(value = "declared", queue = "night", maxAttempts = 4)
        @Recurring(
                cron = "1 0 * * *",
                zone = "Europe/Berlin",
                missed = Missed.ALL,
                missedWithin = "3d",
                overlap = Overlap.WAIT,
                jitter = "5m",
                starts = NEVER,
                priority = 3,
                key = "a7")
        @Recurring(name = "declared-often", every = "90s", payload = "{\"n\": 1}", queue = "other", starts = NEVER)
        void run(Payload payload) {}

        record Payload(int n) {}
    }

    @Singleton
    static class Heard {

        private final List<TaskEvent> events = new CopyOnWriteArrayList<>();

        void onChanged(@Observes TaskEvent.ScheduleChanged changed) {
            events.add(changed);
        }

        void onUndeclared(@Observes TaskEvent.ScheduleUndeclared undeclared) {
            events.add(undeclared);
        }
    }

    @Inject
    Declarations declarations;

    @Inject
    Handlers handlers;

    @Inject
    ScheduleChecks checks;

    @Inject
    ScheduleRows scheduleRows;

    @Inject
    TaskEvents events;

    @Inject
    NodeState node;

    @Inject
    Heard heard;

    @ConfigProperty(name = "quarkus.application.name")
    String application;

    private String declared(String column) {
        return rows.text("select %s from rowmill_schedule where name = 'declared'".formatted(column));
    }

    private static DeclaredSchedules declared(Map<String, String> settings) {
        return new DeclaredSchedules(new Placeholders(TestConfig.read(settings)), TestConfig.of(settings));
    }

    private void start() {
        heard.events.clear();
        declarations.prepare(new StartupEvent(), loop, node);
    }

    @Test
    void anAnnotationIsARow() {
        assertThat(
                        declared(
                                "concat_ws(' ', type, queue, priority, key, max_attempts, zone, missed, missed_within, overlap, jitter, declared_by)"))
                .isEqualTo("declared night 3 a7 4 Europe/Berlin all 72:00:00 wait 00:05:00 " + application);
        assertThat(
                        rows.text(
                                "select concat_ws(' ', every, queue, details, starts is not null, clock_change) from rowmill_schedule where name = 'declared-often'"))
                .isEqualTo("00:01:30 other {\"n\": 1} t once");
    }

    @Test
    void aStartThatChangesNothingWritesNothing() {
        start();
        String before = declared("xmin");

        start();

        assertThat(declared("xmin")).isEqualTo(before);
        assertThat(heard.events).isEmpty();
    }

    @Test
    void aRowThatDiffersFromItsAnnotationIsChangedAtTheNextStart() {
        rows.execute(
                "update rowmill_schedule set cron = '5 5 * * *', priority = 9, key = null where name = 'declared'");

        start();

        assertThat(declared("cron || ' ' || priority || ' ' || key")).isEqualTo("1 0 * * * 3 a7");
        assertThat(heard.events).containsExactly(new TaskEvent.ScheduleChanged("declared", TaskEvent.Change.DECLARED));
    }

    @Test
    void aNodeWithADisabledScheduleNeitherChangesNorReportsIt() {
        rows.execute("update rowmill_schedule set cron = '5 5 * * *' where name = 'declared'");
        heard.events.clear();

        new Declarations(
                        handlers,
                        declared(Map.of("rowmill.schedules.declared.enabled", "false")),
                        checks,
                        scheduleRows,
                        events,
                        application)
                .prepare(new StartupEvent(), loop, node);

        assertThat(declared("cron || ' ' || paused")).isEqualTo("5 5 * * * false");
        assertThat(heard.events).isEmpty();
        start();
    }

    @Test
    void aRowThatAnAdminPinnedKeepsWhatTheAdminWrote() {
        schedules.change(NewSchedule.of("declared", NewTask.of("declared", new Declared.Payload(2)))
                .cron("5 5 * * *"));
        assertThat(declared("pinned")).isEqualTo("t");

        start();
        assertThat(declared("cron")).isEqualTo("5 5 * * *");
        schedules.pin("declared", false);
        start();

        assertThat(declared("cron")).isEqualTo("1 0 * * *");
    }

    @Test
    void aPausedScheduleStaysPausedAfterAStart() {
        rows.execute("update rowmill_schedule set paused = true, priority = 9 where name = 'declared'");

        start();

        assertThat(declared("paused || ' ' || priority")).isEqualTo("true 3");
        schedules.resume("declared");
    }

    @Test
    void aStartCreatesADeletedDeclaredScheduleAgain() {
        schedules.delete("declared");

        start();

        assertThat(schedules.find("declared")).isPresent();
    }

    @Test
    void aScheduleThatWasCreatedByHandIsNotTakenOverByTheCode() {
        schedules.delete("declared");
        schedules.create(NewSchedule.of("declared", NewTask.of("noop"))
                .every(Duration.ofHours(7))
                .starts(Instant.parse(NEVER)));
        try {
            start();

            assertThat(declared("type || ' ' || coalesce(declared_by, '-')")).isEqualTo("noop -");
        } finally {
            schedules.delete("declared");
            start();
        }
    }

    @Test
    void eachStartReportsRemovedSchedulesOfItsOwnApplication() {
        rows.execute("""
                insert into rowmill_schedule (name, type, cron, declared_by, starts)
                values ('%s', 'noop', '@daily', '%s', '9990-01-01Z'), ('%s-others', 'noop', '@daily', 'test', '9990-01-01Z')
                """.formatted(name, application, name));
        try {
            start();
            start();

            assertThat(heard.events).containsExactly(new TaskEvent.ScheduleUndeclared(name));
            assertThat(schedules.find(name)).isPresent();
            assertThat(readiness()).contains("undeclared schedules", name).doesNotContain(name + "-others");
        } finally {
            schedules.delete(name);
        }
        assertThat(readiness()).doesNotContain(name);
    }

    private static String readiness() {
        return RestAssured.get("/q/health/ready").asString();
    }

    static class Wrong {

        @Handles("wrong-cron")
        @Recurring(cron = "every day")
        void cron() {}

        @Handles("wrong-both")
        @Recurring(cron = "@daily", every = "1h")
        void both() {}

        @Handles("wrong-neither")
        @Recurring
        void neither() {}

        @Handles("wrong-every")
        @Recurring(every = "often")
        void every() {}

        @Handles("wrong-zone")
        @Recurring(cron = "@daily", zone = "Berlin")
        void zone() {}

        @Handles("wrong-starts")
        @Recurring(cron = "@daily", starts = "tomorrow")
        void starts() {}

        @Handles("wrong-twice")
        @Recurring(name = "same", cron = "@daily")
        @Recurring(name = "same", cron = "@hourly")
        void twice() {}

        @Handles("wrong-never")
        @Recurring(cron = "0 0 30 2 *")
        void never() {}
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cron    | cron: must be minute
            both    | cron or every must be set, and not both
            neither | cron or every must be set, and not both
            every   | every must be a duration such as 90s
            zone    | zone: must be a time zone such as Europe/Berlin, was 'Berlin'
            starts  | starts must be a moment
            twice   | two schedules have the name 'same'
            never   | cron: never ticks
            """)
    void aStartWithAWrongAnnotationIsRefusedByMethodAndReason(String method, String reason) throws Exception {
        var annotated = Wrong.class.getDeclaredMethod(method);
        DeclaredHandler plain = TestTypes.type("plain").handler();
        DeclaredHandler handler = new DeclaredHandler(
                "Wrong." + method,
                annotated.getAnnotation(Handles.class),
                List.of(),
                List.of(annotated.getAnnotationsByType(Recurring.class)),
                List.of(),
                null,
                null,
                false,
                false,
                false,
                false,
                plain.invoker());
        Declarations wrong =
                new Declarations(TestTypes.handlers(handler), declared(Map.of()), checks, scheduleRows, events, "test");

        assertThatThrownBy(() -> wrong.prepare(new StartupEvent(), loop, node))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("@Recurring of Wrong." + method)
                .hasMessageContaining(reason);
    }
}
