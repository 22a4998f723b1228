package io.github.rowmill.chaos.site;

import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Sends HTTP requests to nodes. For {@link #ask}, a node without an answer is {@link #SILENT}. */
public final class Health {

    public static final int OK = 200;
    public static final int UNAVAILABLE = 503;

    /** Status of a node that did not answer in time, or did not run. */
    public static final int SILENT = 0;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Longer, because a node may wait for a connection before it answers that there is none. */
    private static final Duration PATIENCE_WITH_PROBES = Duration.ofSeconds(10);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    private Health() {}

    /** A status, which may be {@link #SILENT}, and the text of the answer. */
    public record Answer(int status, String text) {}

    /** Returns the status of a page. */
    public static int status(Node node, String path) {
        return ask(node, path).status();
    }

    /** Returns the answer of a page. */
    public static Answer ask(Node node, String path) {
        try {
            HttpResponse<String> answer =
                    send(node, path, HttpRequest.newBuilder().GET().timeout(PATIENCE_WITH_PROBES));
            return new Answer(answer.statusCode(), answer.body());
        } catch (IOException e) {
            return new Answer(SILENT, "");
        }
    }

    /** Posts JSON. */
    public static HttpResponse<String> post(Node node, String path, String json) throws IOException {
        return send(
                node,
                path,
                HttpRequest.newBuilder()
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private static HttpResponse<String> send(Node node, String path, HttpRequest.Builder request) throws IOException {
        try {
            return CLIENT.send(
                    request.uri(URI.create(node.address() + path)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
