package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stops an application that uses the library. Its beans close the resources that its handlers use. */
class StopOrderIT {

    @Test
    void aHandlerThatStillRunsFindsTheApplicationsResourcesOpen() throws Exception {
        try (Database database = Database.start();
                Node node = start(database)) {
            database.execute(TaskRow.of("count-till").sql());
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> database.number("select count(*) from rowmill_task where status = 'executing'") == 1);

            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);
            assertThat(database.text("select status || ' ' || coalesce(error, '') from rowmill_task"))
                    .isEqualTo("completed ");
        }
    }

    private static Node start(Database database) throws IOException {
        return new NodeLaunch("evening", database.url())
                .consumer()
                .quick("256m")
                .settings(List.of("rowmill.drain=30s"))
                .start()
                .awaitReady();
    }
}
