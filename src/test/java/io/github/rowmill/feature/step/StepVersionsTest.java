package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes.Behaviour;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests two versions of a handler. The later one moves steps, sleeps and waits, adds {@code invoice}, removes
 * {@code reserve}, and renames {@code mail} to {@code letter}. Tasks that are under way go on as the page on steps
 * describes.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class StepVersionsTest extends StepTest {

    private static final Duration TWO_WEEKS = Duration.ofDays(14);
    private static final Duration MOST = Duration.ofDays(3);

    /** Rounds of a test: more than a task has attempts, sleeps and waits. */
    private static final int MAX_ROUNDS = 8;

    private volatile Behaviour code = this::former;
    private volatile String lastOfFormer = "";

    private Object former(TaskContext task) {
        step(task, "reserve");
        step(task, "charge");
        isLast("two-weeks");
        task.sleep("two-weeks", TWO_WEEKS);
        isLast("decision");
        decide(task);
        step(task, "book");
        step(task, "mail");
        return null;
    }

    private Object later(TaskContext task) {
        step(task, "charge");
        step(task, "invoice");
        decide(task);
        task.sleep("two-weeks", TWO_WEEKS);
        step(task, "book");
        if (!task.isRecorded("mail")) {
            step(task, "letter");
        }
        return null;
    }

    private void step(TaskContext task, String name) {
        task.step(name, Receipt.class, () -> {
            done.add(name);
            return new Receipt(name);
        });
        if (isLast(name)) {
            throw new IllegalStateException("as if its node were replaced after " + name);
        }
    }

    private void decide(TaskContext task) {
        task.awaitSignal("decision", Decision.class, MOST)
                .ifPresent(decision -> task.step("note", () -> done.add("granted " + decision.granted())));
    }

    /** Returns whether the former version ends at this place. If it does, the next attempt runs the later version. */
    private boolean isLast(String place) {
        boolean isLast = lastOfFormer.equals(place);
        if (isLast) {
            lastOfFormer = "";
            code = this::later;
        }
        return isLast;
    }

    private long begin(Behaviour first) {
        code = first;
        return enqueue("probe", task -> code.run(task));
    }

    /** Lets time pass and sends the signal until the task is completed. */
    private void complete(long id) {
        for (int i = 0; i < MAX_ROUNDS && !rows.of(id, "status").equals("completed"); i++) {
            mill.drain();
            if (rows.of(id, "status").equals("queued") && "decision".equals(rows.of(id, "awaits"))) {
                mill.signal(id, "decision", new Decision(true));
            }
            mill.pass(id, TWO_WEEKS);
        }
        assertThat(rows.of(id, "status"))
                .as("%s after %s", rows.of(id, "error"), done)
                .isEqualTo("completed");
    }

    private int times(String effect) {
        return Collections.frequency(done, effect);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reserve", "charge", "two-weeks", "decision", "book", "mail"})
    void noStepIsRepeatedAfterAChangeOfTheVersion(String place) {
        lastOfFormer = place;
        long id = begin(this::former);

        complete(id);

        assertThat(lastOfFormer).as("the version has changed").isEmpty();
        for (String effect : new String[] {"reserve", "charge", "invoice", "book", "granted true"}) {
            assertThat(times(effect)).as("%s of %s", effect, done).isOne();
        }
        assertThat(times("mail") + times("letter")).as("%s", done).isOne();
        assertThat(times("mail")).isEqualTo(place.equals("mail") ? 1 : 0);
        assertThat(recorded(id)).contains("reserve", "two-weeks", "decision");
    }

    @Test
    void twoVersionsThatRunInTurnRepeatNothing() {
        AtomicInteger attempts = new AtomicInteger();
        long id = begin(task -> attempts.getAndIncrement() % 2 == 0 ? former(task) : later(task));

        complete(id);

        assertThat(attempts.get()).isGreaterThan(2);
        assertThat(done).contains("reserve", "charge", "book", "granted true").doesNotHaveDuplicates();
        assertThat(times("mail") + times("letter")).as("%s", done).isOne();
    }

    @Test
    void aRenamedStepIsNew() {
        lastOfFormer = "charge";
        long id = begin(this::former);
        mill.drain();
        code = task -> {
            step(task, "charge-card");
            return null;
        };

        complete(id);

        assertThat(done).containsExactly("reserve", "charge", "charge-card");
        assertThat(recorded(id)).isEqualTo("charge charge-card reserve");
    }

    @Test
    void aTaskWhoseSleepIsRemovedRunsAtItsTime() {
        long id = begin(this::former);
        mill.drain();
        code = task -> {
            step(task, "book");
            return null;
        };

        assertThat(mill.drain()).isZero();
        mill.pass(id, TWO_WEEKS);
        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(done).containsExactly("reserve", "charge", "book");
    }

    @Test
    void aTaskWhoseWaitIsRemovedRunsWithItsSignal() {
        long id = begin(task -> {
            decide(task);
            return null;
        });
        mill.drain();
        code = task -> {
            step(task, "book");
            return null;
        };

        mill.signal(id, "decision", new Decision(true));
        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(done).containsExactly("book");
        assertThat(rows.number("select count(*) from rowmill_signal where task = " + id))
                .isOne();
    }

    @Test
    void aRenamedSleepSleepsAgain() {
        long id = begin(task -> {
            task.sleep("nap", TWO_WEEKS);
            return null;
        });
        mill.drain();
        code = task -> {
            task.sleep("longer-nap", TWO_WEEKS);
            return null;
        };

        mill.pass(id, TWO_WEEKS);
        assertThat(mill.drain()).isOne();

        assertThat(state(id)).isEqualTo("queued 0");
        complete(id);
    }
}
