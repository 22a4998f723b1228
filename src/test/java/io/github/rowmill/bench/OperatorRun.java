package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.bench.report.Figures;
import io.github.rowmill.cluster.Node;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Measures the work of operators, on a large table and beside a drain. {@code -Dbench.rows} is the number of rows of
 * the table. A tenth of them waits, and a hundredth is dead.
 */
class OperatorRun extends Benchmark {

    /** Size of a drain that takes as long as a job. */
    private static final int LONG = 3 * TASKS;

    private static final int WARM_UPS = 3;
    private static final int ROWS = Integer.getInteger("bench.rows", 10_000_000);
    private static final int JOB = 100_000;
    private static final int SLOW = 200;
    private static final double NANOS_OF_A_MILLI = 1e6;

    private static final List<String> LISTS = List.of(
            "/rowmill/api/tasks",
            "/rowmill/api/tasks?q=status:dead",
            "/rowmill/api/tasks?q=status:queued",
            "/rowmill/api/tasks?q=status:completed",
            "/rowmill/api/tasks?q=status:dead type:type-7",
            "/rowmill/api/tasks?q=status:dead queue:queue-3",
            "/rowmill/api/tasks?q=status:queued queue:queue-3",
            "/rowmill/api/tasks?q=tag:vip",
            "/rowmill/api/tasks?q=key:customer-77",
            "/rowmill/api/tasks?q=id:5000000",
            "/rowmill/api/tasks?q=failure:f3",
            "/rowmill/api/tasks?q=created>1h",
            "/rowmill/api/tasks?q=status:dead finished>1h",
            "/rowmill/api/tasks/count",
            "/rowmill/api/tasks/count?q=status:queued",
            "/rowmill/api/tasks/count?q=status:dead",
            "/rowmill/api/queues",
            "/rowmill/api/failures",
            "/rowmill/api/history",
            "/rowmill/api/audit",
            "/rowmill/api/audit?limit=100",
            "/rowmill/api/schedules",
            "/rowmill/api/topics",
            "/rowmill/api/nodes",
            "/rowmill/api/jobs",
            "/rowmill/",
            "/rowmill/tasks",
            "/rowmill/tasks?q=status:dead",
            "/rowmill/tasks?q=status:dead type:type-7",
            "/rowmill/tasks/5000000",
            "/rowmill/failures",
            "/rowmill/failures/f3",
            "/rowmill/queues",
            "/rowmill/recurring",
            "/rowmill/topics",
            "/rowmill/nodes",
            "/rowmill/audit");

    /** Checks nothing, because a hundredth of the ten million tasks is dead. */
    @Override
    void noTaskFailed() {}

    /**
     * Requests all lists in each round, after a round that is not counted. The requests of the other lists take
     * longer than the second for which a node caches a list.
     */
    @Test
    void listsOfALargeTable() throws Exception {
        try (Mill mill = Mill.start(target, 1, "rowmill.dashboard.enabled=true", "rowmill.enabled=false")) {
            new LargeTable(target).fill(ROWS);
            Node node = mill.nodes().get(0);
            List<List<Double>> times = new ArrayList<>();
            LISTS.forEach(list -> times.add(new ArrayList<>()));
            for (int round = 0; round <= ROUNDS; round++) {
                for (int i = 0; i < LISTS.size(); i++) {
                    double millis = millis(node, LISTS.get(i));
                    if (round > 0) {
                        times.get(i).add(millis);
                    }
                }
            }
            List<String> slow = new ArrayList<>();
            for (int i = 0; i < LISTS.size(); i++) {
                results.rounds(LISTS.get(i), "ms", times.get(i));
                if (Figures.median(times.get(i)) > SLOW) {
                    slow.add(LISTS.get(i));
                }
            }
            assertThat(slow).as("lists that take more than %d ms", SLOW).isEmpty();
        }
    }

    private static double millis(Node node, String list) {
        int question = list.indexOf("?q=");
        String url = question < 0
                ? list
                : list.substring(0, question + 3)
                        + URLEncoder.encode(list.substring(question + 3), StandardCharsets.UTF_8);
        long begun = System.nanoTime();
        Response response = RestAssured.given().urlEncodingEnabled(false).get(node.address() + url);
        response.asByteArray();
        double millis = (System.nanoTime() - begun) / NANOS_OF_A_MILLI;
        assertThat(response.statusCode()).as(list).isEqualTo(200);
        return millis;
    }

    /** Retries a hundred thousand dead tasks by one job while the workers drain other tasks. */
    @Test
    void drainsBesideAJob() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            for (int i = 0; i < WARM_UPS; i++) {
                mill.drain("noop", LONG);
            }
            List<Double> beside = new ArrayList<>();
            List<Double> alone = new ArrayList<>();
            List<Double> seconds = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                alone.add(mill.drain("noop", LONG));
                beside.add(drainBesideAJob(mill));
                seconds.add(target.number(
                        "select extract(epoch from finished - created) from rowmill_job order by id desc limit 1"));
            }
            results.ratio(
                    "drain, no-op, beside a job that retries %,d".formatted(JOB), "tasks/s", beside, "alone", alone);
            results.rounds("job that retries %,d beside a drain".formatted(JOB), "s", seconds);
        }
    }

    private double drainBesideAJob(Mill mill) throws Exception {
        double rate = mill.drain(
                "noop",
                LONG,
                this::addTheDead,
                node -> RestAssured.given()
                        .contentType("application/json")
                        .body("{\"action\": \"retry\", \"q\": \"status:dead\"}")
                        .post(node.address() + "/rowmill/api/jobs")
                        .then()
                        .statusCode(202));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> target.number("select count(*) from rowmill_job where status = 'running'") == 0);
        return rate;
    }

    /** Adds dead tasks of a type without a handler. After their retry, no node runs them. */
    private void addTheDead() {
        target.execute("""
                insert into rowmill_task (type, queue, status, finished, error)
                select 'unhandled', 'parked', 'dead', now(), 'no'
                  from generate_series(1, %d)
                """.formatted(JOB));
    }
}
