package io.github.rowmill.chaos.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.cluster.Node;
import io.github.rowmill.text.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Remote workers that die with their tasks, pause for longer than a lease, and lose the answers to their verdicts. Each
 * call goes to any node. Results and errors name the lease, so that the ledger sees under which one a task ended.
 */
public final class RemoteCrew {

    static final String TYPE = "encode";

    private static final int WORKERS = 6;
    private static final int ROOM = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration NO_NODE = Duration.ofMillis(200);

    private final Site site;
    private final Random random;
    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private volatile boolean behaves;
    private volatile boolean stopped;

    RemoteCrew(Site site, long seed) {
        this.site = site;
        this.random = new Random(seed);
    }

    /** Returns the settings of nodes that lend tasks to this crew. */
    public static String[] settings() {
        List<String> settings = new ArrayList<>(List.of(
                "rowmill.access.open-to-everyone=true",
                "rowmill.types.\"%s\".remote=true".formatted(TYPE),
                "rowmill.types.\"%s\".max-attempts=100".formatted(TYPE)));
        for (int worker = 0; worker < WORKERS; worker++) {
            settings.add("rowmill.access.tokens.w%s.permissions=work".formatted(worker));
            settings.add("rowmill.access.tokens.w%s.sha256=%s".formatted(worker, Sha256.hex(token(worker))));
        }
        return settings.toArray(String[]::new);
    }

    List<Runnable> workers() {
        List<Runnable> workers = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            String token = token(worker);
            workers.add(() -> work(token));
        }
        return workers;
    }

    /** From now on, no worker dies, pauses or loses an answer. */
    void behave() {
        behaves = true;
    }

    void stop() {
        stopped = true;
    }

    private void work(String token) {
        try {
            while (!stopped) {
                for (JsonNode task : claim(token)) {
                    work(token, task.path("lease").asText());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode claim(String token) throws InterruptedException {
        String body = "{\"types\": [\"%s\"], \"room\": %s, \"wait\": \"2s\"}".formatted(TYPE, ROOM);
        return send(token, "claim", body).orElse(json.createObjectNode()).path("tasks");
    }

    private void work(String token, String lease) throws InterruptedException {
        int dice = behaves ? Integer.MAX_VALUE : random.nextInt(100);
        if (dice < 8) {
            site.journal().count("remote tasks whose worker died");
            return;
        }
        if (dice < 14) {
            site.journal().count("remote tasks whose worker paused beyond the lease");
            TimeUnit.MILLISECONDS.sleep(
                    site.plan().lease().multipliedBy(3).dividedBy(2).toMillis());
        } else {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(200));
        }
        String verdict = random.nextInt(10) == 0 ? failed(lease) : succeeded(lease);
        if (dice < 30) {
            sendAndHangUp(token, verdict);
        }
        settle(token, lease, verdict);
    }

    private static String succeeded(String lease) {
        return "{\"verdicts\": [{\"lease\": \"%1$s\", \"outcome\": \"succeeded\", \"result\": {\"lease\": \"%1$s\"}}]}"
                .formatted(lease);
    }

    private static String failed(String lease) {
        return "{\"verdicts\": [{\"lease\": \"%s\", \"outcome\": \"failed\", \"error\": \"scripted failure under lease %s\"}]}"
                .formatted(lease, lease.substring(lease.indexOf(':') + 1));
    }

    /** Sends a verdict until a node answers. The answer names the lease once. */
    private void settle(String token, String lease, String verdict) throws InterruptedException {
        while (!stopped) {
            Optional<JsonNode> answer = send(token, "settle", verdict);
            if (answer.isPresent()) {
                boolean written = names(answer.get().path("written"), lease);
                boolean stale = names(answer.get().path("stale"), lease);
                site.journal().count(written ? "remote verdicts written" : "remote verdicts stale");
                if (written == stale) {
                    site.journal().offence("I1 a remote verdict is answered with " + answer.get());
                }
                return;
            }
        }
    }

    private static boolean names(JsonNode leases, String lease) {
        return leases.size() == 1 && leases.path(0).asText().equals(lease);
    }

    /** Sends a verdict, and closes the connection before the answer. */
    private void sendAndHangUp(String token, String verdict) {
        Optional<Node> node = node();
        if (node.isEmpty()) {
            return;
        }
        URI address = URI.create(node.get().address());
        byte[] body = verdict.getBytes(StandardCharsets.UTF_8);
        String head =
                "POST /rowmill/api/work/settle HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n"
                        .formatted(address.getAuthority(), token, body.length);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.UTF_8));
            out.write(body);
            out.flush();
            site.journal().count("remote verdicts whose answer was lost");
        } catch (IOException e) {
            site.journal().count("remote calls that failed");
        }
    }

    private Optional<JsonNode> send(String token, String verb, String body) throws InterruptedException {
        Optional<Node> node = node();
        if (node.isEmpty()) {
            TimeUnit.NANOSECONDS.sleep(NO_NODE.toNanos());
            return Optional.empty();
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.get().address() + "/rowmill/api/work/" + verb))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                return Optional.of(json.readTree(answer.body()));
            }
            site.journal().count("remote calls answered with " + answer.statusCode());
        } catch (IOException e) {
            site.journal().count("remote calls that failed");
        }
        TimeUnit.NANOSECONDS.sleep(NO_NODE.toNanos());
        return Optional.empty();
    }

    private Optional<Node> node() {
        return site.fleet().any(random);
    }

    private static String token(int worker) {
        return "token-of-a-remote-worker-in-chaos-%s".formatted(worker);
    }
}
