package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.text.Sha256;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fifty remote workers call two nodes. Each request goes to a random node. Workers and one of the nodes are killed. */
class RemoteWorkersIT {

    private static final int TASKS = 10_000;
    private static final int WORKERS = 50;
    private static final int ROOM = 10;

    /** Number of workers that die, each with the tasks of a claim. */
    private static final int MORTALS = 10;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Queue<Long> written = new ConcurrentLinkedQueue<>();
    private final AtomicInteger mortals = new AtomicInteger();
    private final AtomicInteger abandoned = new AtomicInteger();
    private final List<Node> nodes = new ArrayList<>();
    private Database database;
    private volatile boolean ended;

    private void start(String lease) throws IOException {
        database = Database.start();
        List<String> settings = new ArrayList<>(List.of(
                "rowmill.lease=" + lease,
                "rowmill.access.open-to-everyone=false",
                "rowmill.types.\"encode\".remote=true",
                "rowmill.types.\"encode\".max-attempts=5"));
        for (int i = 0; i < WORKERS; i++) {
            settings.add("rowmill.access.tokens.w%s.permissions=work".formatted(i));
            settings.add("rowmill.access.tokens.w%s.sha256=%s".formatted(i, Sha256.hex(token(i))));
        }
        nodes.add(Node.start("one", database, settings.toArray(String[]::new)).awaitReady());
        nodes.add(Node.start("two", database, settings.toArray(String[]::new)).awaitReady());
    }

    @AfterEach
    void stop() throws IOException {
        ended = true;
        nodes.forEach(Node::close);
        database.close();
    }

    @Test
    void tenThousandTasksAreDoneOnceEach() throws Exception {
        start("60s");
        enqueue();
        List<Thread> workers = work();

        await().atMost(Duration.ofMinutes(5)).until(() -> completed() == TASKS);
        end(workers);

        assertThat(written).hasSize(TASKS).doesNotHaveDuplicates();
        assertThat(database.number("select count(*) from rowmill_task where attempts = 1 and crashes = 0"))
                .isEqualTo(TASKS);
    }

    @Test
    void killedWorkersAndAKilledNodeLoseNoTask() throws Exception {
        start("5s");
        enqueue();
        mortals.set(MORTALS);
        List<Thread> workers = work();
        await().atMost(Duration.ofMinutes(1)).until(() -> completed() > TASKS / 10);

        nodes.get(0).kill();

        await().atMost(Duration.ofMinutes(5)).until(() -> completed() == TASKS);
        end(workers);
        assertThat(written).hasSize(TASKS).doesNotHaveDuplicates();
        assertThat(database.number("select count(*) from rowmill_task where status <> 'completed'"))
                .isZero();
        assertThat(abandoned).hasPositiveValue();
        assertThat(database.number("select count(*) from rowmill_task where crashes > 0"))
                .isGreaterThanOrEqualTo(abandoned.get());
    }

    /**
     * Quarkus closes connections before it notifies the application of its stop. So the answer may be lost, but no
     * task.
     */
    @Test
    void aNodeThatStopsEndsWaitingClaimsAndKeepsNoTask() throws Exception {
        start("5s");
        HttpRequest claim = HttpRequest.newBuilder(URI.create(nodes.get(0).address() + "/rowmill/api/work/claim"))
                .header("Authorization", "Bearer " + token(0))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"types\": [\"encode\"], \"wait\": \"60s\"}"))
                .build();
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(claim, BodyHandlers.ofString());
        await().during(Duration.ofSeconds(2)).until(() -> !answer.isDone());

        nodes.get(0).signal("TERM");

        assertThat(answer.handle((response, lost) -> lost != null ? "" : response.body()))
                .succeedsWithin(Duration.ofSeconds(20))
                .isIn("", "{\"tasks\":[]}");
        database.execute("insert into rowmill_task (type, queue) values ('encode', 'media')");
        assertThat(call(token(0), "claim", "{\"types\": [\"encode\"], \"wait\": \"10s\"}")
                        .path("tasks"))
                .hasSize(1);
    }

    private void enqueue() {
        database.execute(
                "insert into rowmill_task (type, queue) select 'encode', 'media' || g %% 3 from generate_series(1, %s) g"
                        .formatted(TASKS));
    }

    private long completed() {
        return database.number("select count(*) from rowmill_task where status = 'completed'");
    }

    private List<Thread> work() {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            String token = token(i);
            Thread thread = new Thread(() -> work(token), "worker-" + i);
            thread.start();
            workers.add(thread);
        }
        return workers;
    }

    private void end(List<Thread> workers) throws InterruptedException {
        ended = true;
        for (Thread worker : workers) {
            worker.join(Duration.ofSeconds(30).toMillis());
        }
    }

    private void work(String token) {
        while (!ended) {
            JsonNode tasks = call(
                            token, "claim", "{\"types\": [\"encode\"], \"room\": %s, \"wait\": \"2s\"}".formatted(ROOM))
                    .path("tasks");
            List<String> verdicts = new ArrayList<>();
            tasks.forEach(task -> verdicts.add("{\"lease\": \"%s\", \"outcome\": \"succeeded\"}"
                    .formatted(task.path("lease").asText())));
            if (!verdicts.isEmpty() && dies()) {
                abandoned.addAndGet(verdicts.size());
            } else if (!verdicts.isEmpty()) {
                call(token, "settle", "{\"verdicts\": [" + String.join(",", verdicts) + "]}")
                        .path("written")
                        .forEach(
                                lease -> written.add(Long.valueOf(lease.asText().split(":", 2)[0])));
            }
        }
    }

    /** Decides whether a worker dies with its tasks. Then another worker begins with the same token. */
    private boolean dies() {
        return mortals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** Sends a request to a random node, and repeats it if it fails. A node that was killed does not answer. */
    private JsonNode call(String token, String verb, String body) {
        while (!ended) {
            Node node = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
            HttpRequest request = HttpRequest.newBuilder(URI.create(node.address() + "/rowmill/api/work/" + verb))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/json")
                    .timeout(Duration.ofSeconds(20))
                    .POST(BodyPublishers.ofString(body))
                    .build();
            try {
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return json.readTree(answer.body());
                }
            } catch (IOException e) {
                Thread.onSpinWait(); // the next request may go to the other node
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return json.createObjectNode();
    }

    private static String token(int worker) {
        return "token-of-a-test-%s".formatted(worker);
    }
}
