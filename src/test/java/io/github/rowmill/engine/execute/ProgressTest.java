package io.github.rowmill.engine.execute;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.Probes.Behaviour;
import io.github.rowmill.task.Progress;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class ProgressTest extends EngineTest {

    @Inject
    LeaseKeeper keeper;

    @Inject
    Heard heard;

    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void nothingIsSeen() {
        seen.clear();
        heard.clear();
    }

    @AfterEach
    void refuseNothing() {
        rows.refuseNothing();
    }

    private long enqueue(String type, Behaviour behaviour) {
        return queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
    }

    private String progress(long id) {
        return rows.of(id, "coalesce(progress || ' ' || coalesce(progress_note, '-'), 'none')");
    }

    /** Renews the leases as the node does: on a thread that is not in the transaction of the handler. */
    private void renew() {
        Side.run(keeper::renewOnce).orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Renews the leases, and records the progress that is in the row after that. */
    private void renew(long id) {
        renew();
        seen.add(progress(id));
    }

    @Test
    void aReportIsWrittenWithTheRenewalOfTheLease() {
        long id = enqueue("probe", task -> {
            task.progress(40, "page 4");
            seen.add(progress(task.id()));
            String version = rows.of(task.id(), "version");
            renew(task.id());
            assertThat(rows.of(task.id(), "version")).isEqualTo(version);
            return null;
        });

        mill.drain();

        assertThat(seen).containsExactly("none", "40 page 4");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void theRenewalThatWritesAReportRenewsTheLease() {
        long id = enqueue("probe", task -> {
            rows.execute("update rowmill_task set expiry = now() where id = " + task.id());
            task.progress(40);
            renew();
            seen.add(rows.of(task.id(), "expiry > now() + interval '1 s'"));
            return null;
        });

        mill.drain();

        assertThat(seen).containsExactly("t");
        assertThat(progress(id)).isEqualTo("40 -");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-virtual"})
    void theLastReportIsWrittenAtTheEnd(String type) {
        long id = enqueue(type, task -> {
            task.progress(40, "page 4");
            renew(task.id());
            task.progress(100, "done");
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(progress(id)).isEqualTo("100 done");
        assertThat(mill.task(id).getProgress()).isEqualTo(new Progress(100, "done"));
        assertThat(mill.tasks().toString()).contains(" progress=100 payload=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx"})
    void aTaskThatReportsNothingCostsNoStatement(String type) {
        try (JdbcCalls calls = new JdbcCalls()) {
            enqueue(type, task -> {
                renew();
                return null;
            });
            mill.drain();

            assertThat(calls.roundTripsOf(ProgressWriter.class)).isZero();
            assertThat(calls.roundTripsOf(LeaseKeeper.class)).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx"})
    void aReportThatIsInTheRowIsNotWrittenAgain(String type) {
        try (JdbcCalls calls = new JdbcCalls()) {
            enqueue(type, task -> {
                task.progress(10);
                task.progress(40);
                renew();
                task.progress(40);
                return null;
            });
            mill.drain();

            assertThat(calls.roundTripsOf(ProgressWriter.class)).isOne();
            assertThat(calls.roundTripsOf(LeaseKeeper.class)).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx"})
    void aFailedAttemptKeepsItsLastReport(String type) {
        long id = enqueue(type, task -> {
            task.progress(73, "row 7300");
            throw new IllegalStateException("as if");
        });

        mill.drain();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 1");
        assertThat(progress(id)).isEqualTo("73 row 7300");
    }

    @Test
    void aTaskThatSleepsKeepsItsLastReport() {
        long id = enqueue("probe", task -> {
            task.progress(50, "half");
            task.sleep("night", Duration.ofHours(8));
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(progress(id)).isEqualTo("50 half");
    }

    @Test
    void anAttemptThatLostItsLeaseWritesNoReport() {
        long id = enqueue("probe", task -> {
            task.progress(99);
            rows.execute("update rowmill_task set version = version + 2 where id = " + task.id());
            return null;
        });

        mill.drain();

        assertThat(progress(id)).isEqualTo("none");
    }

    @Test
    void aReportThatTheDatabaseRefusesCostsNoLease() {
        long id = enqueue("probe", task -> {
            rows.refuse("update", "new.progress is not null", "P0001");
            rows.execute("update rowmill_task set expiry = now() where id = " + task.id());
            task.progress(40, "refused");
            renew();
            seen.add(rows.of(task.id(), "expiry > now() + interval '1 s'"));
            return null;
        });

        mill.drain();

        assertThat(seen).containsExactly("t");
        assertThat(rows.of(id, "status || ' ' || coalesce(progress, -1)")).isEqualTo("completed -1");
        assertThat(heard.of(TaskEvent.RoundFailed.class)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 101, Integer.MIN_VALUE})
    void aPercentOutOfRangeIsRefused(int percent) {
        assertThatThrownBy(() -> new Progress(percent, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the percent of progress must be 0 to 100, was " + percent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\0", "\ud800"})
    void aNoteThatCannotBeShownOrStoredIsRefused(String note) {
        assertThatThrownBy(() -> new Progress(1, note))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the note of progress must ");
    }

    @Test
    void aNoteThatIsTooLongIsRefused() {
        assertThat(new Progress(0, "x".repeat(200)).note()).hasSize(200);
        assertThatThrownBy(() -> new Progress(0, "x".repeat(201))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theApiHasTheProgressOfATask() {
        long id = enqueue("probe", task -> {
            task.progress(73, "row 7300");
            throw new IllegalStateException("as if");
        });
        mill.drain();

        given().get("/rowmill/api/tasks/" + id)
                .then()
                .statusCode(200)
                .body("progress", is(73))
                .body("progressNote", is("row 7300"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-32768, 32767})
    void oddPercentsOfOtherProgramsAreShownInRange(int percent) {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofDays(1))).id();

        rows.execute("update rowmill_task set progress = %s where id = %s".formatted(percent, id));

        assertThat(mill.task(id).getProgress()).isEqualTo(new Progress(percent < 0 ? 0 : 100, null));
    }
}
