package io.github.rowmill.operate.page.live;

import io.github.rowmill.Side;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A browser that looks at a page until it is closed. */
final class Watcher implements AutoCloseable {

    /** Each watcher has a connection of its own, because a connection of HTTP/2 has at most a hundred streams. */
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final HttpResponse<Stream<String>> answer;
    private final CompletableFuture<Void> end;

    Watcher(int port, String query, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:%d/rowmill/live?%s".formatted(port, query)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofLines());
        end = Side.run(() -> answer.body().forEach(lines::add));
    }

    HttpResponse<Stream<String>> answer() {
        return answer;
    }

    /** Returns the lines that were received until now. */
    List<String> lines() {
        return lines;
    }

    /** Returns the number of events that were received until now. */
    long events() {
        return lines.stream().filter(line -> line.isEmpty()).count();
    }

    boolean hasEnded() {
        return end.isDone();
    }

    @Override
    public void close() {
        answer.body().close();
    }
}
