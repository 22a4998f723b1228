package io.github.rowmill.engine.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingQueuesTest {

    private final PendingQueues names = new PendingQueues();

    @Test
    void onlyTheFirstNameStartsARound() {
        assertThat(names.add("mail")).isTrue();
        assertThat(names.add("mail")).isFalse();
        assertThat(names.add("print")).isFalse();
        assertThat(names.take()).containsExactlyInAnyOrder("mail", "print");

        assertThat(names.add("mail")).isTrue();
    }

    @Test
    void manyNamesAreReplacedByAll() {
        IntStream.range(0, 100_000).forEach(i -> names.add("queue-" + i));

        assertThat(names.take()).containsExactly(PendingQueues.ALL);
        assertThat(names.take()).isEmpty();
    }

    @Test
    void allReplacesTheOtherNames() {
        names.add("mail");
        names.add(PendingQueues.ALL);
        names.add("print");

        assertThat(names.take()).containsExactly(PendingQueues.ALL);
    }
}
