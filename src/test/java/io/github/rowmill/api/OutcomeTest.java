package io.github.rowmill.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    @Test
    void aHandlerCanChooseOneOfFourOutcomes() {
        assertThat(Arrays.stream(Outcome.class.getPermittedSubclasses()).map(Class::getSimpleName))
                .containsExactlyInAnyOrder("Succeeded", "Retry", "Snooze", "GaveUp");
    }

    @Test
    void everyEndingHasItsOwnKind() {
        List<Ending> endings = List.of(
                Outcome.succeeded(),
                Outcome.retry(new IllegalStateException(), Duration.ZERO),
                Outcome.snooze(Duration.ZERO),
                Outcome.giveUp(new IllegalStateException()),
                new Ending.TimedOut(Duration.ZERO, Duration.ZERO),
                new Ending.Cancelled(),
                new Ending.LeaseLost(),
                new Ending.Released(),
                new Ending.Suspended(Duration.ZERO, null));

        assertThat(endings.stream().map(Ending::kind)).containsExactly(Ending.Kind.values());
    }
}
