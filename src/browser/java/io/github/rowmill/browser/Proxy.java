package io.github.rowmill.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy that shows a node below another path, and sends the node no header about it. */
final class Proxy implements AutoCloseable {

    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "content-length", "host", "transfer-encoding", "upgrade", "http2-settings");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final String prefix;
    private final String target;

    private Proxy(HttpServer server, String prefix, String target) {
        this.server = server;
        this.prefix = prefix;
        this.target = target;
    }

    /** Starts a proxy that sends requests below {@code prefix} to the same path below {@code target}. */
    static Proxy start(String prefix, String target) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        Proxy proxy = new Proxy(server, prefix, target);
        server.setExecutor(proxy.threads);
        server.createContext(prefix + "/", proxy::pass);
        server.start();
        return proxy;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + prefix;
    }

    private void pass(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString().substring(prefix.length());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + path))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        exchange.getRequestHeaders().forEach((name, values) -> copy(name, values, request::header));
        try (exchange) {
            HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            answer.headers().map().forEach((name, values) -> copy(name, values, exchange.getResponseHeaders()::add));
            exchange.sendResponseHeaders(answer.statusCode(), hasBody(answer.statusCode()) ? 0 : -1);
            if (hasBody(answer.statusCode())) {
                answer.body().transferTo(exchange.getResponseBody());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean hasBody(int status) {
        return status != 204 && status != 303 && status != 304;
    }

    private interface To {

        void header(String name, String value);
    }

    private static void copy(String name, List<String> values, To to) {
        if (!OF_THE_CONNECTION.contains(name.toLowerCase(java.util.Locale.ROOT)) && !name.startsWith(":")) {
            values.forEach(value -> to.header(name, value));
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
