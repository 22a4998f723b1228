package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class AttemptTransactionTest {

    @Inject
    HandlerTransaction handlers;

    @Inject
    AttemptTransaction attempts;

    @Test
    void onlyTheTransactionOfTheAttemptIsMarked() throws Exception {
        assertThat(attempts.isCurrent()).isFalse();
        handlers.runTogether(Duration.ofSeconds(10), check -> {
            assertThat(attempts.isCurrent()).isTrue();
            boolean isMarked = QuarkusTransaction.requiringNew().call(attempts::isCurrent);
            assertThat(isMarked).isFalse();
            assertThat(attempts.isCurrent()).isTrue();
        });
        assertThat(attempts.isCurrent()).isFalse();
        boolean isMarked = QuarkusTransaction.requiringNew().call(attempts::isCurrent);
        assertThat(isMarked).isFalse();
    }
}
