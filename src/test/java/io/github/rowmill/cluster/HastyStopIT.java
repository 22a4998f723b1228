package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.chaos.site.Proxy;
import io.github.rowmill.chaos.site.Weather;
import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Stops nodes while handlers run that take far longer than the drain. */
class HastyStopIT {

    /** A drain that is long enough for a busy machine. Each part of the stop gets an eighth of it. */
    private static final String DRAIN = "rowmill.drain=4s";

    private static final Duration DOCKERS_GRACE_PERIOD = Duration.ofSeconds(10);

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
    void aStoppingNodeInterruptsLateHandlersAndGivesTheirTasksBack() throws Exception {
        try (Node node = busyNode("stay-late", DRAIN)) {
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    @Test
    void aStoppingNodeNotifiesOtherNodesOfReleasedTasks() throws Exception {
        try (Node node = busyNode("stay-late", DRAIN);
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
        try (Node node = busyNode("stay-late", DRAIN)) {
            node.signal("TERM");
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    @Test
    void aTaskIsGivenBackIfItsHandlerIgnoresTheInterrupt() throws Exception {
        try (Node node = busyNode("turn-a-deaf-ear", DRAIN)) {
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    @Test
    void aStopWithTheDefaultsEndsWithinDockersGracePeriod() throws Exception {
        try (Node node = busyNode("turn-a-deaf-ear", "rowmill.grace-period=" + DOCKERS_GRACE_PERIOD)) {
            long told = System.nanoTime();
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);

            assertThat(Duration.ofNanos(System.nanoTime() - told)).isLessThan(DOCKERS_GRACE_PERIOD);
            assertThat(node.logged()).doesNotContain("the platform may kill this node");
        }
        assertThat(givenBack()).isEqualTo(2);
    }

    @Test
    void aDatabaseThatIsSilentDoesNotMakeAStopLonger() throws Exception {
        try (Proxy proxy = Proxy.to(database.port());
                Node node = busyNode("turn-a-deaf-ear", database.urlBy(proxy.port()), DRAIN)) {
            proxy.weather(Weather.HALF_OPEN);
            long told = System.nanoTime();
            node.signal("TERM");

            assertThat(node.awaitEnd()).isEqualTo(143);

            assertThat(Duration.ofNanos(System.nanoTime() - told)).isLessThan(DOCKERS_GRACE_PERIOD);
        }
        assertThat(count("status = 'executing'")).isEqualTo(2);
    }

    @Test
    void aNodeWarnsAtStartIfTheGracePeriodIsTooShort() throws Exception {
        try (Node node = new NodeLaunch("warned", database.url())
                .consumer()
                .quick("256m")
                .settings(List.of("rowmill.drain=30s", "rowmill.grace-period=30s"))
                .start()
                .awaitReady()) {
            assertThat(node.logged()).contains("rowmill.drain is 30s, and rowmill.grace-period is 30s");
        }
    }

    private Node busyNode(String type, String setting) throws IOException {
        return busyNode(type, database.url(), setting);
    }

    /** Starts a node, and waits until both of its workers run a task. */
    private Node busyNode(String type, String url, String setting) throws IOException {
        Node node = new NodeLaunch("hasty", url)
                .consumer()
                .quick("256m")
                .settings(List.of("rowmill.workers=2", setting))
                .start()
                .awaitReady();
        database.execute(TaskRow.of(type).sql(2));
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
