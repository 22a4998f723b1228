package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.rowmill.api.Handles;
import io.github.rowmill.handler.TestTypes;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the time to read a body grows like its length, whatever its characters. The shortest of several runs
 * counts, because noise only makes runs longer.
 */
class BodyTimeTest {

    private static final int SHORT = 2_000;
    private static final int TIMES = 16;
    private static final int RUNS = 9;

    static final class Noop {

        @Handles("noop")
        void run() {}
    }

    private final Requests requests = new Requests(TestTypes.handlers(TestTypes.declare(Noop.class, null)));

    @ParameterizedTest
    @CsvSource({
        "source, \uD83D\uDE00",
        "source, \\ud83d\\ude00",
        "source, \\ud83d",
        "source, `a",
        "uniqueKey, \uD83D\uDE00",
        "queue, \uD83D\uDE00",
        "type, \uD83D\uDE00",
        "delay, \uD83D\uDE00",
        "runAt, 1",
        "unknown, \uD83D\uDE00"
    })
    void theTimeGrowsNoFasterThanTheLengthOfTheBody(String field, String unit) {
        byte[] few = body(field, unit.repeat(SHORT));
        byte[] many = body(field, unit.repeat(SHORT * TIMES));
        shortest(few);

        // The body is 16 times as long. If each character were compared with each other, it would take 256 times.
        assertThat(shortest(many))
                .isLessThan(shortest(few).multipliedBy(TIMES * 5L).plusMillis(5));
    }

    @Test
    void theLongestBodyOfATaskTakesLittleTime() {
        byte[] longest = body("source", "\uD83D\uDE00".repeat(80_000));

        assertThat(shortest(longest)).isLessThan(Duration.ofMillis(500));
    }

    /**
     * Each task is an object of many fields. The memory for a body must be a small part of what all its tasks could
     * need.
     */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"type\":\"noop\",\"payload\":[[],[],[],[],[],[],[],[]]}", "null"})
    void aBodyOfManyTasksAllocatesAtMostFiveTimesItsLength(String task) {
        String text = "[" + (task + ",").repeat(10_000_000 / (task.length() + 1)) + task + "]";
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        try {
            requests.tasks(body);
        } catch (RuntimeException refused) {
            requests.answer(refused);
        }

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(5L * body.length);
    }

    private static byte[] body(String field, String text) {
        String type = field.equals("type") ? "" : "\"type\": \"noop\", ";
        return "{%s\"%s\": \"%s\"}".formatted(type, field, text).getBytes(StandardCharsets.UTF_8);
    }

    private Duration shortest(byte[] body) {
        long shortest = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long since = System.nanoTime();
            ask(body);
            shortest = Math.min(shortest, System.nanoTime() - since);
        }
        return Duration.ofNanos(shortest);
    }

    private void ask(byte[] body) {
        try {
            requests.task(body);
        } catch (RuntimeException refused) {
            requests.answer(refused);
        }
    }
}
