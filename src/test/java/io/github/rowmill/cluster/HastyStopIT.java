package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Nodes that are asked to stop while handlers run that take far longer than the drain, and end when they are interrupted. */
class HastyStopIT {

    private Database database;

    @BeforeEach
    void start() throws IOException {
        database = Database.start();
    }

    @AfterEach
    void stop() throws IOException {
        database.close();
    }

    @Test
    void aNodeThatStopsInterruptsWhatDoesNotFinishInTimeAndGivesItBack() throws Exception {
        try (Node node = busyNode("rowmill.drain=500ms")) {
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    @Test
    void aNodeThatStopsTellsTheOthersOfWhatItGivesBack() throws Exception {
        try (Node node = busyNode("rowmill.drain=500ms");
                Connection ear = database.connect()) {
            ear.createStatement().execute("listen rowmill");

            node.signal("TERM");
            assertThat(node.awaitEnd()).isEqualTo(143);

            assertThat(ear.unwrap(PGConnection.class).getNotifications(1_000)).isNotEmpty();
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    @Test
    void aSecondSignalDoesNotCutTheDrainShort() throws Exception {
        try (Node node = busyNode("rowmill.drain=1s")) {
            node.signal("TERM");
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    /** Both of its workers are at work. */
    private Node busyNode(String drain) throws IOException {
        Node node = new NodeLaunch("hasty", database.url())
                .consumer()
                .quick("256m")
                .settings(List.of("rowmill.workers=2", drain))
                .start()
                .awaitReady();
        database.execute("insert into rowmill_task (type) select 'stay-late' from generate_series(1, 2)");
        await().atMost(Duration.ofSeconds(60)).until(() -> count("status = 'executing'") == 2);
        return node;
    }

    private long givenBack() {
        return count("status = 'queued' and attempts = 0 and crashes = 0");
    }

    private long count(String condition) {
        return database.number("select count(*) from rowmill_task where " + condition);
    }
}
