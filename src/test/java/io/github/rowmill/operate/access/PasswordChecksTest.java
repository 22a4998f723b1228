package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class PasswordChecksTest {

    private PasswordChecks checks = onCores(8);
    private final CountDownLatch enough = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final List<CompletableFuture<Boolean>> all = new ArrayList<>();

    private static PasswordChecks onCores(int cores) {
        return new PasswordChecks(Duration.ofSeconds(30), cores);
    }

    @AfterEach
    void end() throws Exception {
        enough.countDown();
        for (CompletableFuture<Boolean> one : all) {
            assertThat(one.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void begin(String address, int many) {
        for (int i = 0; i < many; i++) {
            all.add(Side.begin(() -> checks.check(address, this::work)));
        }
    }

    private boolean work() {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            return enough.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            running.decrementAndGet();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "4, 2", "64, 2"})
    void checksTakeHalfTheCoresAndAtMostTwo(int cores, int atOnce) throws Exception {
        checks = onCores(cores);

        begin("10.0.0.1", 6);
        await().until(() -> running.get() == atOnce && checks.here() == 6);
        end();

        assertThat(most).hasValue(atOnce);
    }

    @Test
    void aSiteHasAtMostEightChecksAndBlocksNoOtherSite() {
        begin("2001:db8:1:1::1", 4);
        begin("2001:db8:1:2::1", 4);
        await().until(() -> checks.here() == 8);

        assertThatThrownBy(() -> checks.check("2001:db8:1:3::1", () -> true)).isInstanceOf(LoginRefusedException.class);
        begin("2001:db8:2::1", 1);
        await().until(() -> checks.here() == 9);
    }
}
