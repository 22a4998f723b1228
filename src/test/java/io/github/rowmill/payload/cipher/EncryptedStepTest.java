package io.github.rowmill.payload.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the database has steps and signals only in encrypted form if there is a key. */
@QuarkusTest
@TestProfile(Encrypting.class)
class EncryptedStepTest {

    record Receipt(String number) {}

    private static final String ENCRYPTED = "{\"rowmill:encrypted\":";

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    private final List<Receipt> seen = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void clear() {
        rows.clear();
    }

    private Object wait(TaskContext task) {
        seen.add(task.step("charge", Receipt.class, () -> new Receipt("r-secret")));
        task.awaitSignal("paid", Receipt.class, Duration.ofDays(1)).ifPresent(seen::add);
        return null;
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "former-probe"})
    void stepsAndSignalsAreEncryptedInTheirRows(String type) {
        long id = queue.enqueue(NewTask.of(type, probes.behave(this::wait))).id();
        mill.drain();
        assertThat(rows.of(id, "error")).isNull();
        assertThat(rows.text("select result from rowmill_step where name = 'charge'"))
                .startsWith(ENCRYPTED)
                .doesNotContain("secret");

        mill.signal(id, "paid", new Receipt("p-secret"));
        assertThat(rows.text("select payload from rowmill_signal"))
                .startsWith(ENCRYPTED)
                .doesNotContain("secret");
        mill.drain();

        assertThat(seen).containsExactly(new Receipt("r-secret"), new Receipt("r-secret"), new Receipt("p-secret"));
        assertThat(rows.text("select result from rowmill_step where name = 'paid'"))
                .startsWith(ENCRYPTED)
                .doesNotContain("secret");
    }

    @Test
    void theCursorOfALoopIsEncrypted() {
        queue.enqueue(NewTask.of("probe", probes.behave(task -> {
            task.loop("import", "from-secret", from -> Optional.empty());
            return null;
        })));

        mill.drain();

        assertThat(rows.text("select result from rowmill_step"))
                .startsWith(ENCRYPTED)
                .doesNotContain("secret");
    }
}
