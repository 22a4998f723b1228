package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Measures the statements that an idle node sends to its database. */
class IdleIT {

    /** Time after which the intervals between claims have reached their maximum. */
    private static final int SECONDS_TO_SETTLE = 20;

    private static final int SECONDS = 60;

    /** Largest number of statements. It allows a statement a second. */
    private static final long MOST = SECONDS;

    /**
     * Counts transactions. Each statement of an idle node is a transaction. The test keeps out those of the server
     * itself.
     */
    private static final String STATEMENTS = """
            select xact_commit + xact_rollback
              from pg_stat_database
             where datname = 'postgres'
            """;

    @Test
    void anIdleNodeSendsNoMoreThanAStatementASecond() throws IOException {
        try (Database database = Database.start();
                Database observer = database.another("observer");
                Node node = Node.start("idle", database).awaitReady()) {
            observer.execute("alter system set autovacuum = off");
            observer.text("select pg_reload_conf()");
            pass(observer, SECONDS_TO_SETTLE);
            long before = observer.number(STATEMENTS);

            pass(observer, SECONDS);

            long statements = observer.number(STATEMENTS) - before;
            System.out.printf("IdleIT: %s sent %d statements in %d s%n", node.name(), statements, SECONDS);
            assertThat(statements).isBetween(SECONDS / 10L, MOST);
        }
    }

    @Test
    void aNodeHasLoadedTheQueryOfAClaimBeforeItIsReady() throws IOException {
        Path log = Path.of("target", "node-rehearsal.log");
        try (Database database = Database.start();
                Node node = new NodeLaunch("rehearsal", database.url())
                        .log(log)
                        .settings(List.of("quarkus.log.category.\"org.hibernate.SQL\".level=DEBUG"))
                        .start()) {
            node.awaitReady();

            assertThat(Files.readString(log)).containsSubsequence("for no key update of", "skip locked", "started in");
        }
    }

    /**
     * Waits for some seconds by the server's clock. Its queries run in another database, so the test does not count
     * them.
     */
    private static void pass(Database observer, int seconds) {
        String passed = "select extract(epoch from clock_timestamp() - timestamptz '%s')"
                .formatted(observer.text("select now()"));
        await().atMost(Duration.ofSeconds(2L * seconds))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> observer.number(passed) >= seconds);
    }
}
