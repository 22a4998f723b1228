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
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waits on one node for the result of a task that another node ends. */
class ResultsIT {

    private static final String TOKEN = "token-of-a-test-of-results";
    private static final int WAITS = 21;

    /** Less than the pause between two polls, but enough for a busy machine. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Database database;
    private Node one;
    private Node two;

    @BeforeEach
    void start() throws Exception {
        String[] settings = {
            "rowmill.access.open-to-everyone=false",
            "rowmill.types.\"encode\".remote=true",
            "rowmill.access.tokens.w.permissions=work,view-payload",
            "rowmill.access.tokens.w.sha256=" + Sha256.hex(TOKEN)
        };
        database = Database.start();
        one = Node.start("one", database, settings).awaitReady();
        two = Node.start("two", database, settings).awaitReady();
    }

    @AfterEach
    void stop() throws IOException {
        one.close();
        two.close();
        database.close();
    }

    @Test
    void aResultReachesAnotherNodeBeforeItsPoll() throws Exception {
        long[] millis = new long[WAITS];
        for (int i = 0; i < WAITS; i++) {
            long id = enqueue();
            CompletableFuture<HttpResponse<String>> answer = waiting(two, id);

            settle(one, "{\"number\": %s}".formatted(i));

            long settled = System.nanoTime();
            JsonNode body = json.readTree(answer.get().body());
            millis[i] = Math.max(0, System.nanoTime() - settled) / 1_000_000;
            assertThat(body.path("result").path("number").asInt()).isEqualTo(i);
        }
        Arrays.sort(millis);
        System.out.printf(
                "ResultsIT: the other node answers %d ms after the verdict (median), %d ms at most%n",
                millis[WAITS / 2], millis[WAITS - 1]);
        assertThat(millis[WAITS / 2]).isLessThan(SOON.toMillis());
    }

    @Test
    void aWaitForAResultSurvivesTheDeathOfAnotherNode() throws Exception {
        long id = enqueue();
        CompletableFuture<HttpResponse<String>> answer = waiting(two, id);

        one.kill();
        settle(two, "\"done\"");

        assertThat(json.readTree(answer.get().body()).path("result").asText()).isEqualTo("done");
    }

    private long enqueue() {
        database.execute("insert into rowmill_task (type, queue) values ('encode', 'media')");
        return database.number("select max(id) from rowmill_task");
    }

    /** Begins to wait for a result, and returns when the task is marked. */
    private CompletableFuture<HttpResponse<String>> waiting(Node node, long id) {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                request(node, "tasks/%s/result?wait=60s".formatted(id)).build(), BodyHandlers.ofString());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> database.number("select count(*) from rowmill_task where watched and id = " + id) == 1);
        return answer;
    }

    private void settle(Node node, String result) throws Exception {
        JsonNode tasks = post(node, "work/claim", "{\"types\": [\"encode\"], \"wait\": \"30s\"}")
                .path("tasks");
        assertThat(tasks).hasSize(1);
        JsonNode written = post(
                        node,
                        "work/settle",
                        "{\"verdicts\": [{\"lease\": \"%s\", \"outcome\": \"succeeded\", \"result\": %s}]}"
                                .formatted(tasks.path(0).path("lease").asText(), result))
                .path("written");
        assertThat(written).hasSize(1);
    }

    private JsonNode post(Node node, String path, String body) throws Exception {
        HttpRequest request = request(node, path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return json.readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    private static HttpRequest.Builder request(Node node, String path) {
        return HttpRequest.newBuilder(URI.create(node.address() + "/rowmill/api/" + path))
                .header("Authorization", "Bearer " + TOKEN);
    }
}
