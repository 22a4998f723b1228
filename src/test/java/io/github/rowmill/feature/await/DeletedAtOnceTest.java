package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.Special;
import io.github.rowmill.engine.sweep.Trimmer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a node that deletes completed tasks at once, but keeps results for ten minutes. */
@QuarkusTest
@TestProfile(Special.class)
class DeletedAtOnceTest extends AwaitTest {

    @Inject
    Trimmer trimmer;

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aResultIsKeptForTenMinutes(String type) throws Exception {
        long plain = enqueue(type, task -> null);
        long id = enqueue(type, task -> RECEIPT);
        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_task where id = " + plain))
                .isZero();
        assertThat(get(receipt(id))).isEqualTo(RECEIPT);
        mill.pass(id, Duration.ofMinutes(9));
        trimmer.trimOnce();
        assertThat(get(receipt(id))).isEqualTo(RECEIPT);

        mill.pass(id, Duration.ofMinutes(2));
        trimmer.trimOnce();
        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void anAwaitedTaskWithoutAResultCompletes(String type) throws Exception {
        long id = enqueue(type, task -> null);
        CompletableFuture<Receipt> receipt = marked(id);

        mill.drain();

        assertThat(get(receipt)).isNull();
    }

    @Test
    void aTaskThatIsMarkedWhileItRunsCompletes() throws Exception {
        CompletableFuture<Receipt> receipt = new CompletableFuture<>();
        Thread[] waiting = new Thread[1];
        long id = enqueue("probe", task -> {
            waiting[0] = new Thread(() -> marked(task.id()).thenAccept(receipt::complete));
            waiting[0].start();
            waiting[0].join();
            return null;
        });

        mill.drain();

        assertThat(get(receipt)).isNull();
        assertThat(rows.number("select count(*) from rowmill_task where id = " + id))
                .isZero();
    }
}
