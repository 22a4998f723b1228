package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.rowmill.chaos.site.FakeTime;
import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sets the clock of a node back while it runs, by Debian's libfaketime. Skipped where libfaketime is not installed. */
class SteppedClockIT {

    private static final Path OFFSET = Path.of("target", "stepped-clock");

    /** Time limit for a task. A scheduler that was silent for three intervals is replaced within it. */
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Number of rounds. The process reads the file once a second, so the scheduler may still serve the first round. */
    private static final int TIMES = 3;

    @Test
    void aClockStepBackDoesNotStopRecoveryAndClaims() throws IOException {
        assumeTrue(FakeTime.isInstalled(), "libfaketime is not installed");
        stepTo("+0");
        try (Database database = Database.start();
                Node node = new NodeLaunch("stepped", database.url())
                        .quick("512m")
                        .settings(List.of("rowmill.lease=3s"))
                        .environment(FakeTime.steppedBy(OFFSET))
                        .start()
                        .awaitReady()) {
            stepTo("-1h");

            for (int i = 0; i < TIMES; i++) {
                awaitCompleted(database, expired(database));
                awaitCompleted(database, due(database));
            }

            assertThat(node.get("/q/health/live")).contains("UP");
        }
    }

    /** Writes the offset by a rename, so the process never reads half a file. */
    private static void stepTo(String offset) throws IOException {
        Path next = OFFSET.resolveSibling("stepped-clock.next");
        Files.writeString(next, offset + "\n");
        Files.move(next, OFFSET, StandardCopyOption.REPLACE_EXISTING);
    }

    private static long expired(Database database) {
        return database.number(
                TaskRow.of("noop").attempts(1).executing("dead", "now()").sql());
    }

    private static long due(Database database) {
        return database.number(TaskRow.of("noop").sql());
    }

    private static void awaitCompleted(Database database, long id) {
        await().atMost(SOON)
                .until(() -> database.text("select status from rowmill_task where id = " + id)
                        .equals("completed"));
    }
}
