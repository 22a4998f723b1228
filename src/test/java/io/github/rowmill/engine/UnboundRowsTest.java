package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.StrangeRows.Strange;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.observe.Log;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a table that has lost its bounds, or has rows that are older than the bounds. A strange row runs or is set
 * aside, and its neighbours run.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class UnboundRowsTest extends EngineTest {

    private static final int NEIGHBOURS = 3;
    private static final Duration SECONDS = Duration.ofSeconds(20);

    /** Limit of log lines. A round that fails may write one or two. A row that is set aside writes one. */
    private static final int FEW_LINES = 50;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TestHTTPResource("/")
    URI root;

    @BeforeEach
    void dropBounds() {
        Bounds.drop(rows);
    }

    @AfterEach
    void restoreBounds() {
        rows.clear();
        Bounds.add(rows);
    }

    /**
     * Returns the strange rows, except those that PostgreSQL itself cannot read, and one that no table accepts. The
     * time until PostgreSQL fails to read a row depends on the machine.
     */
    static Stream<Strange> rows() {
        return Stream.of(StrangeRows.ofAnEnqueuer(), StrangeRows.names(), StrangeRows.ofTheEngine())
                .flatMap(rows -> rows)
                .filter(row -> !row.bound().isEmpty())
                .filter(row -> !row.values().equals(StrangeRows.TAG_BEYOND_ITS_INDEX));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aStrangeRowHarmsNoNeighbour(Strange row) {
        enqueueNeighbours();
        long id = rows.number(row.insert() + " returning id");
        enqueueNeighbours();
        try (Log log = Log.listen()) {
            await().atMost(SECONDS).until(() -> {
                round();
                return rows.number(
                                "select count(*) from rowmill_task where source = 'neighbour' and status = 'completed'")
                        == 2 * NEIGHBOURS;
            });
            if (row.isDue()) {
                await().atMost(SECONDS).until(() -> {
                    round();
                    return rows.of(id, "status = 'completed' or (status = 'dead' and error is not null)")
                            .equals("t");
                });
            }

            assertThat(log.text().lines().filter(line -> line.contains("WARN") || line.contains("ERROR")))
                    .hasSizeLessThan(FEW_LINES);
        }
        for (String path : List.of(
                Api.TASKS + "?limit=200",
                Api.TASKS + "?tag=a",
                Api.TASKS + "/" + id,
                "/rowmill/",
                "/rowmill/tasks",
                "/rowmill/tasks/" + id)) {
            assertThat(status(path)).as(path).isEqualTo(200);
        }
    }

    @Test
    void aRowThatIsOlderThanTheBoundsRunsAlsoWhenItIsRecovered() {
        long id = rows.number(
                "insert into rowmill_task (queue, type, tags) values ('strange', 'noop', '{null}') returning id");
        long held = rows.number("""
                insert into rowmill_task (queue, type, tags, status, operator_id, expiry)
                values ('strange', 'noop', '{null}', 'executing', 'o', now())
                returning id
                """);
        enqueueNeighbours();
        Bounds.add(rows);

        mill.drain();

        assertThat(rows.of(held, "status || ' ' || crashes")).isEqualTo("completed 1");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(NEIGHBOURS + 2);
    }

    @Test
    void aRowThatBreaksABoundCanBeCancelledButNotRetried() {
        long id = rows.number(
                "insert into rowmill_task (queue, type, tags) values ('strange', 'noop', '{null}') returning id");
        Bounds.add(rows);

        Api.post(Api.TASKS + "/" + id + "/cancel", "").statusCode(200);

        Api.post(Api.TASKS + "/" + id + "/retry", "")
                .statusCode(400)
                .contentType("application/problem+json")
                .body("violations[0].message", containsString("rowmill_task_tags"));
        assertThat(rows.of(id, "status")).isEqualTo("cancelled");
    }

    /**
     * Requests a page, and returns the status. REST Assured would keep an answer of many megabytes as pretty text, in
     * case the test fails.
     */
    private int status(String path) {
        try {
            return CLIENT.send(
                            HttpRequest.newBuilder(root.resolve(path))
                                    .timeout(SECONDS)
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void enqueueNeighbours() {
        for (int i = 0; i < NEIGHBOURS; i++) {
            queue.enqueue(NewTask.of("noop").queue("strange").source("neighbour"));
        }
    }

    /** Runs a round as the loops do. If it fails, the next one follows. */
    private void round() {
        try {
            mill.runOnce();
        } catch (RuntimeException e) {
            // The next round follows.
        }
    }
}
