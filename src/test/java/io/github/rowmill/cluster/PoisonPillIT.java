package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs tasks that end the whole process, in an application that uses the library. */
class PoisonPillIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int BYSTANDERS = 20;

    private static Database server;

    @BeforeAll
    static void start() throws IOException {
        server = Database.start();
        start(server, "builder").awaitReady().close();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void aPoisonPillIsDeadAfterItsCrashesAndItsNeighboursComplete() throws IOException {
        Database database = server.copy("poisoned");
        enqueue(database);
        int kills = 0;
        Node node = start(database, "victim-0");
        while (!awaitDeathOf(node, database)) {
            kills++;
            node = start(database, "victim-" + kills);
        }
        await().atMost(PATIENCE).until(() -> count(database, "status = 'completed'") == BYSTANDERS);
        node.close();

        assertThat(kills).isEqualTo(3);
        assertThat(count(database, "type = 'poison' and crashes = 3 and attempts = 3"))
                .isEqualTo(1);
        assertThat(count(database, "type = 'bystander' and crashes > 0 and crashes <= 2"))
                .as("bystanders that were in hand at the kills before the quarantine")
                .isPositive();
        assertThat(count(database, "crashes > 3")).isZero();
    }

    /**
     * A regular stop gives held tasks back and does not count the attempt. The task whose handler exits the process
     * is not given back, because it would end node after node.
     */
    @Test
    void aHandlerThatExitsTheProcessIsDeadAfterItsCrashes() throws IOException {
        Database database = server.copy("abandoned");
        database.execute(TaskRow.of("exit").sql());
        for (int exits = 1; exits <= 3; exits++) {
            Node node = start(database, "leaver-" + exits);
            await().atMost(PATIENCE).until(() -> !node.isAlive());
            assertThat(count(database, "status = 'executing' and attempts = " + exits))
                    .as("tasks left to their lease by exit " + exits)
                    .isEqualTo(1);
        }

        try (Node survivor = start(database, "survivor")) {
            await().atMost(PATIENCE).until(() -> count(database, "status = 'dead' and crashes = 3") == 1);
            assertThat(survivor.isAlive()).isTrue();
        }
    }

    /** Waits until the node has ended or the poison is dead. Returns whether the poison is dead. */
    private static boolean awaitDeathOf(Node node, Database database) {
        await().atMost(PATIENCE).until(() -> !node.isAlive() || isDead(database));
        return isDead(database);
    }

    private static boolean isDead(Database database) {
        return count(database, "type = 'poison' and status = 'dead'") == 1;
    }

    private static Node start(Database database, String name) throws IOException {
        return new NodeLaunch(name, database.url())
                .consumer()
                .quick("256m")
                .settings(List.of("rowmill.lease=1s", "rowmill.workers=4", "rowmill.max-crashes=1", "rowmill.drain=2s"))
                .start();
    }

    /** Enqueues the bystanders and the poison, which is the fourth task of the first claim. */
    private static void enqueue(Database database) {
        database.execute(TaskRow.of("noop")
                .set("type", "case when g = 4 then 'poison' else 'bystander' end")
                .sql(BYSTANDERS + 1));
    }

    private static long count(Database database, String condition) {
        return database.number("select count(*) from rowmill_task where " + condition);
    }
}
