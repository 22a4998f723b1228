package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.UnansweredException;
import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the parallel reads of a caller run one after the other, so that other callers can read, too. */
@QuarkusTest
@Timeout(60)
class CallersReadsTest {

    @Inject
    ReadDatabase reads;

    @Inject
    CurrentCaller current;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch enough = new CountDownLatch(1);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void slowReadsOfACallerDoNotBlockAnotherCaller(boolean searches) throws Exception {
        List<CompletableFuture<Integer>> heavy = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                heavy.add(Side.begin(() -> as("hostile", () -> read(searches, this::block))));
            }
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(as("honest", () -> read(searches, () -> 1))).isEqualTo(1);
        } finally {
            enough.countDown();
        }
        assertThat(heavy).allSatisfy(one -> one.handle((done, refused) -> 0).get(20, TimeUnit.SECONDS));
    }

    @Test
    void aSecondSearchOfTheSameCallerIsRefused() throws Exception {
        CompletableFuture<Integer> heavy = Side.begin(() -> as("hostile", () -> read(true, this::block)));
        try {
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

            assertThatThrownBy(() -> as("hostile", () -> read(true, () -> 1)))
                    .isInstanceOf(UnansweredException.class)
                    .hasMessageContaining("this caller has too many requests");
        } finally {
            enough.countDown();
        }
        assertThat(heavy.get(20, TimeUnit.SECONDS)).isZero();
    }

    private int read(boolean searches, IntSupplier work) {
        return searches ? reads.search(sql -> work.getAsInt()) : reads.snapshot(sql -> work.getAsInt());
    }

    private int block() {
        begun.countDown();
        try {
            return enough.await(30, TimeUnit.SECONDS) ? 0 : -1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int as(String name, IntSupplier work) {
        var context = Arc.container().requestContext();
        context.activate();
        try {
            current.set(Caller.of(name, List.of()));
            return work.getAsInt();
        } finally {
            context.terminate();
        }
    }
}
