package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {

    private final SettableTicker ticker = new SettableTicker();
    private final FailedLogins failures = new FailedLogins(ticker);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            failures.failed("anna", "10.0.0.1");
        }
    }

    @Test
    void afterTenFailedLoginsTheNextLoginMustWait() {
        fail(9);
        assertThat(failures.wait("anna", "10.0.0.1")).isEmpty();

        fail(1);
        assertThat(failures.wait("anna", "10.0.0.1")).contains(Duration.ofSeconds(6));
    }

    @Test
    void failedLoginsCountForOneNameAtOneAddress() {
        fail(20);

        assertThat(failures.wait("bert", "10.0.0.1")).isEmpty();
        assertThat(failures.wait("anna", "10.0.0.2")).isEmpty();
    }

    @Test
    void theCountOfFailedLoginsFallsWithTime() {
        fail(10);
        ticker.pass(Duration.ofSeconds(6));

        assertThat(failures.wait("anna", "10.0.0.1")).isEmpty();
        fail(1);
        assertThat(failures.wait("anna", "10.0.0.1")).isPresent();

        ticker.pass(Duration.ofMinutes(2));
        fail(9);
        assertThat(failures.wait("anna", "10.0.0.1")).isEmpty();
    }

    @Test
    void manyOtherFailedLoginsDoNotEndAWait() {
        fail(20);
        for (int i = 0; i < 5_000; i++) {
            failures.failed("name" + i, "10.1.%s.%s".formatted(i / 250, i % 250));
        }

        assertThat(failures.wait("anna", "10.0.0.1")).isPresent();
    }

    @Test
    void aNameTriedFromManyAddressesWaitsExceptWhereItSignedIn() {
        failures.succeeded("anna", "10.9.9.9");
        for (int i = 0; i < 200; i++) {
            failures.failed("anna", "10.1.1." + i);
        }

        assertThat(failures.wait("anna", "10.0.0.1")).isPresent();
        assertThat(failures.wait("bert", "10.0.0.1")).isEmpty();
        assertThat(failures.wait("anna", "10.9.9.9")).isEmpty();
    }

    @Test
    void anAddressThatTriesManyNamesWaitsForEachName() {
        for (int i = 0; i < 200; i++) {
            failures.failed("name" + i, "10.0.0.1");
        }

        assertThat(failures.wait("anna", "10.0.0.1")).isPresent();
        assertThat(failures.wait("anna", "10.0.0.2")).isEmpty();
    }

    @Test
    void theAddressesOfANetworkOfIpv6CountAsOne() {
        for (int i = 0; i < 10; i++) {
            failures.failed("anna", "2001:db8:0:7::" + i);
        }

        assertThat(failures.wait("anna", "2001:db8:0:7::99")).isPresent();
        assertThat(failures.wait("anna", "2001:db8:0:8::99")).isEmpty();
    }

    @Test
    void failedLoginsAreForgottenAfterSomeTime() {
        for (int i = 0; i < 5_000; i++) {
            failures.failed("name" + i, "10.1.%s.%s".formatted(i / 250, i % 250));
            ticker.pass(Duration.ofSeconds(1));
        }

        assertThat(failures.remembered()).isLessThan(100);
    }
}
