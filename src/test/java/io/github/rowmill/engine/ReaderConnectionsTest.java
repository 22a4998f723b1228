package io.github.rowmill.engine;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.claim.Claimer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that readers of tasks and the loops that work on them take no connections from each other. */
@QuarkusTest
@TestProfile(OwnConnectionsTest.SmallPool.class)
@Timeout(60)
class ReaderConnectionsTest extends EngineTest {

    private static final int LOOPS = 7;
    private static final int READERS = 2;
    private static final int LOOKERS = 30;

    @Inject
    EngineDatabase loops;

    @Inject
    Claimer claimer;

    @Inject
    ReadDatabase reads;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void pagesAreShownWhileTheLoopsHoldAllTheirConnections() throws Exception {
        assertThat(status("/rowmill/")).isEqualTo(200); // the first rendering may take longer than loops wait
        try (Connection gate = gate()) {
            for (int i = 0; i < LOOPS; i++) {
                threads.submit(() -> loops.statement(sql -> sql.first("select from gate", row -> true)));
            }
            await().until(() -> waiting() == LOOPS);

            assertThat(status("/rowmill/")).isEqualTo(200);

            assertThat(waiting()).as("loops that still wait").isEqualTo(LOOPS);
        } finally {
            rows.asSuperuser("drop table gate");
        }
    }

    @Test
    void thePageReportsTooManyRequestsAtOnce() throws Exception {
        assertThat(status("/rowmill/")).isEqualTo(200); // the first rendering may take longer than readers wait
        whileReadersHoldAllTheirConnections(() -> given().get("/rowmill/")
                .then()
                .statusCode(503)
                .header("Refresh", "5")
                .body(containsString("too many requests at once")));
    }

    @Test
    void thePageAboutTooManyRequestsDoesNotRepeatAPost() throws Exception {
        Supplier<ValidatableResponse> change = () ->
                given().formParam("version", 0).post("/rowmill/tasks/1/change").then();
        change.get().statusCode(404);
        whileReadersHoldAllTheirConnections(() -> change.get().statusCode(503).header("Refresh", nullValue()));
    }

    @Test
    void aTaskIsShownWhileSearchesHoldAllTheirConnections() throws Exception {
        long shown = queue.enqueue(NewTask.of("noop")).id();
        try (Connection gate = gate()) {
            for (int i = 0; i < READERS; i++) {
                threads.submit(() -> reads.search(sql -> sql.first("select from gate", row -> true)));
            }
            await().until(() -> waiting() == READERS);

            assertThat(status("/rowmill/api/tasks/" + shown)).isEqualTo(200);
        } finally {
            rows.asSuperuser("drop table gate");
        }
    }

    @Test
    void aSearchThatWaitsForALockGets503AndCanBeRepeated() throws Exception {
        queue.enqueue(NewTask.of("noop"));
        try (Connection gate = connect()) {
            gate.setAutoCommit(false);
            gate.createStatement().execute("lock table rowmill_task in access exclusive mode");

            assertThat(status("/rowmill/api/tasks?q=status:queued")).isEqualTo(503);
        }
        assertThat(status("/rowmill/api/tasks?q=status:queued")).isEqualTo(200);
    }

    @Test
    void tasksAreEnqueuedAndClaimedWhileManyReadersWait() throws Exception {
        long looked = queue.enqueue(NewTask.of("noop").queue("looked-at")).id();
        try (Connection gate = connect()) {
            gate.setAutoCommit(false);
            gate.createStatement().execute("lock table rowmill_attempt in access exclusive mode");
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < LOOKERS; i++) {
                answers.add(CompletableFuture.supplyAsync(() -> status("/rowmill/api/tasks/" + looked), threads));
            }
            await().until(() -> waiting() > 0);

            queue.enqueue(NewTask.of("noop"));
            assertThat(claimer.claimOnce()).isEqualTo(2);

            for (CompletableFuture<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(503);
            }
        }
        assertThat(status("/rowmill/api/tasks/" + looked)).isEqualTo(200);
    }

    @Test
    void aConnectionServesOneReaderAfterTheOther() {
        Set<Integer> backends = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            backends.add(reads.snapshot(Sql::backend));
            reads.session(session ->
                    session.createNativeQuery("select 1", Integer.class).getResultList());
        }

        assertThat(backends).hasSize(1);
    }

    private void whileReadersHoldAllTheirConnections(Runnable look) throws SQLException {
        try (Connection gate = gate()) {
            for (int i = 0; i < READERS; i++) {
                threads.submit(() -> reads.snapshot(sql -> sql.first("select from gate", row -> true)));
                threads.submit(() -> reads.search(sql -> sql.first("select from gate", row -> true)));
            }
            await().until(() -> waiting() == 2 * READERS);

            look.run();
        } finally {
            rows.asSuperuser("drop table gate");
        }
    }

    /** Creates a table that no other session can read until the returned connection is closed. */
    private Connection gate() throws SQLException {
        rows.asSuperuser("create table gate (); grant select on gate to public");
        Connection gate = connect();
        gate.setAutoCommit(false);
        gate.createStatement().execute("lock table gate in access exclusive mode");
        return gate;
    }

    private Connection connect() throws SQLException {
        return rows.connectAsSuperuser();
    }

    private long waiting() {
        return rows.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'");
    }

    private static int status(String path) {
        return given().get(path).statusCode();
    }
}
