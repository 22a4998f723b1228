package io.github.rowmill.operate.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A caller that may enqueue. It enqueues one task after the other, and checks from time to time that the node is ready.
 */
public final class HonestCaller {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int PER_LOOK = 10;
    private static final long MOST_NANOS = 120_000_000_000L;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI root;

    public HonestCaller(URI root) {
        this.root = root;
    }

    /**
     * The results of a run.
     *
     * @param p50 milliseconds of an enqueue
     * @param p99 milliseconds of an enqueue
     * @param enqueues number of enqueues that the time allowed
     * @param failed enqueues that were not answered 201
     * @param unready checks of readiness that were not answered 200
     */
    public record Figures(double p50, double p99, int enqueues, int failed, int unready) {

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s enqueues, p50 %.1f ms, p99 %.1f ms, %s refused, %s times unready",
                    enqueues,
                    p50,
                    p99,
                    failed,
                    unready);
        }
    }

    /** Enqueues {@code many} tasks, or fewer if two minutes pass before. */
    public Figures enqueue(int many) throws InterruptedException {
        List<Double> millis = new ArrayList<>();
        int failed = 0;
        int unready = 0;
        long begun = System.nanoTime();
        for (int i = 0; i < many && System.nanoTime() - begun < MOST_NANOS; i++) {
            long since = System.nanoTime();
            failed += status(task()) == 201 ? 0 : 1;
            millis.add((System.nanoTime() - since) / 1e6);
            if (i % PER_LOOK == 0) {
                unready += status(HttpRequest.newBuilder(root.resolve("/q/health/ready"))) == 200 ? 0 : 1;
            }
        }
        millis.sort(null);
        int enqueues = millis.size();
        return new Figures(millis.get(enqueues / 2), millis.get(enqueues * 99 / 100), enqueues, failed, unready);
    }

    private HttpRequest.Builder task() {
        return HttpRequest.newBuilder(root.resolve(Api.TASKS))
                .header("Authorization", HostileCallers.authorization("operate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"type\": \"noop\", \"queue\": \"honest\"}"));
    }

    /** Returns the status of the answer, or 0 if there was none. */
    private int status(HttpRequest.Builder request) throws InterruptedException {
        try {
            return client.send(request.timeout(PATIENCE).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        }
    }
}
