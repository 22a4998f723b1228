package io.github.rowmill.operate.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that text from rows and exceptions forges no lines of the log, and does not control a terminal that shows it.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class ForgedLinesTest {

    private static final String NASTY =
            "x\r\n12:00:00 ERROR [forged] (main) line\u001B[2J\u009B31m\u0085\u2028\u202812:00:00 too";
    private static final String LINE =
            "(\\d\\d:\\d\\d:\\d\\d (DEBUG|INFO |WARN |ERROR) \\[io\\.git\\.row\\..*)|(\\s*(at |Caused by: |Suppressed: |\\.\\.\\. ).*)|";

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    UnhandledTypes unhandled;

    @Inject
    TaskEvents events;

    private Log log;

    @BeforeEach
    void listen() {
        rows.clear();
        log = Log.listen();
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aFailingTaskForgesNoLine() {
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                            IllegalStateException thrown =
                                    new IllegalStateException(NASTY, new IllegalArgumentException(NASTY));
                            thrown.addSuppressed(new IllegalStateException(NASTY));
                            throw thrown;
                        }))
                        .queue(NASTY)
                        .maxAttempts(2))
                .id();
        mill.runOnce();
        rows.execute("update rowmill_task set run_at = now()");
        mill.runOnce();

        await().atMost(Duration.ofSeconds(30)).until(() -> log.text().contains("task gave up after 2 attempts"));
        assertThat(rows.of(id, "status")).isEqualTo("dead");
        assertThat(log.text()).contains("attempt failed, next in", "Caused by: ", "Suppressed: ");
        assertNothingIsForged();
    }

    @Test
    void aTypeWithoutHandlerForgesNoLine() {
        queue.enqueue(NewTask.of(NASTY));

        unhandled.look();

        assertThat(log.text()).contains("due tasks wait for a handler", "x\uFFFD\uFFFD12:00:00 ERROR [forged]");
        assertNothingIsForged();
    }

    @Test
    void aNodeNameOfAnExpiredLeaseForgesNoLine() {
        queue.enqueue(NewTask.of("noop").queue(NASTY));
        rows.execute("update rowmill_task set status = 'executing', expiry = now(), operator_id = queue");

        mill.runOnce();

        assertThat(log.text()).contains("lease expired");
        assertNothingIsForged();
    }

    /** Fails with a text that an application may have from any source. */
    @Singleton
    static class FailingObserver {

        void on(@Observes TaskEvent.Rejected rejected) {
            if (rejected.queue().equals(NASTY)) {
                throw new IllegalStateException(NASTY, new IllegalArgumentException(NASTY));
            }
        }
    }

    @Test
    void aFailingObserverForgesNoLine() {
        events.fire(new TaskEvent.Rejected(NASTY, "noop"));

        assertThat(log.text()).contains("an observer of Rejected failed");
        assertNothingIsForged();
    }

    @Test
    void aRowThatIsSetAsideForgesNoLine() {
        events.fire(new TaskEvent.SetAside(7, NASTY, NASTY, NASTY));

        assertThat(log.text()).contains("a task cannot be run and is dead: id=7");
        assertNothingIsForged();
    }

    @Test
    void aFailedRoundForgesNoLine() {
        events.roundFailed("claim", new IllegalStateException(NASTY));

        assertThat(log.text()).contains("a round failed");
        assertNothingIsForged();
    }

    private void assertNothingIsForged() {
        assertThat(log.text().split("\n", -1)).allMatch(line -> line.matches(LINE));
        assertThat(log.text().chars().filter(c -> c != '\n' && c != '\t').noneMatch(Character::isISOControl))
                .isTrue();
        assertThat(log.text()).doesNotContain("\u2028", "\u2029");
    }
}
