package io.github.rowmill.operate.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.rowmill.db.Sql;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.DriverManager;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Checks that a database that refuses connections makes one line of the log for each round, and one stack trace in all.
 */
@QuarkusTest
class RoundLogTest {

    @Inject
    TaskEvents events;

    private static Throwable refusal(int port) {
        String url = "jdbc:postgresql://127.0.0.1:%d/none".formatted(port);
        return catchThrowable(() -> Sql.on(() -> DriverManager.getConnection(url), sql -> true));
    }

    private static List<String> lines(Log log, String loop) {
        return log.text().lines().filter(line -> line.contains(loop)).toList();
    }

    @Test
    void eachLineHasTheMessageAndOnlyTheFirstAStackTrace() {
        String loop = "loop-" + UUID.randomUUID();
        try (Log log = Log.listen()) {
            for (int round = 0; round < 5; round++) {
                events.roundFailed(loop, refusal(2));
            }

            assertThat(lines(log, loop))
                    .hasSize(5)
                    .allSatisfy(line -> assertThat(line).contains("Connection to 127.0.0.1:2 refused"));
            assertThat(log.text().lines().filter(line -> line.contains("Caused by: org.postgresql")))
                    .hasSize(1);
        }
    }

    @Test
    void anotherFailureOfTheLoopHasATraceOfItsOwn() {
        String loop = "loop-" + UUID.randomUUID();
        try (Log log = Log.listen()) {
            events.roundFailed(loop, refusal(3));
            events.roundFailed(loop, new IllegalStateException("of another kind"));

            assertThat(log.text().lines().filter(line -> line.startsWith("\tat ")))
                    .anySatisfy(line -> assertThat(line).contains("anotherFailureOfTheLoopHasATraceOfItsOwn"));
        }
    }
}
