package io.github.rowmill.operate.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Callers without credentials, and a caller that may only view. They do at once all that could keep a node from
 * answering others. They send bodies that do not end, bodies of three million tasks, slow bodies over HTTP/2, slow
 * forms and wrong passwords. They also open streams, search, and do not read answers.
 */
public final class HostileCallers implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MEGA = 1_000_000;

    private final URI root;
    private final Vertx vertx = Vertx.vertx();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicLong requests = new AtomicLong();
    private volatile boolean ended;

    private HostileCallers(URI root) {
        this.root = root;
    }

    /** Returns the header with the credentials of a user of {@link Guarded}. */
    public static String authorization(String user) {
        byte[] pair = (user + ":" + user + "-secret").getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** Starts all the requests. */
    public static HostileCallers begin(URI root) throws Exception {
        HostileCallers callers = new HostileCallers(root);
        callers.get("/rowmill/api/tasks");
        callers.bodiesThatDoNotEnd();
        callers.slowForms();
        callers.slowBodiesOverHttp2();
        callers.answersThatAreNotRead();
        for (int i = 0; i < 60; i++) {
            callers.stream("page=tasks&of=created%3C" + (i + 1) + "d");
        }
        byte[] manyTasks = ("[" + "{},".repeat(3 * MEGA) + "{}]").getBytes(StandardCharsets.US_ASCII);
        callers.again(4, () -> callers.post(manyTasks));
        callers.again(6, () -> callers.get("/rowmill/api/tasks/count?q=error:nothing+tag:none"));
        callers.again(8, () -> callers.get("/rowmill/tasks?q=queue:none+error:nothing"));
        for (int i = 0; i < 16; i++) {
            AtomicLong tries = new AtomicLong(i * (long) MEGA);
            callers.again(1, () -> callers.login("name" + tries.incrementAndGet()));
        }
        return callers;
    }

    /**
     * Runs as a process of its own until its input ends. The first argument is the address of the node. Prints when it
     * has begun, and at the end the number of answers.
     */
    public static void main(String[] root) throws Exception {
        HostileCallers callers = begin(URI.create(root[0]));
        System.out.println("begun");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        System.out.println(callers.requests());
        System.exit(0);
    }

    /** Returns the number of requests that were answered. */
    public long requests() {
        return requests.get();
    }

    private void again(int many, Callable<?> request) {
        for (int i = 0; i < many; i++) {
            threads.execute(() -> {
                while (!ended) {
                    try {
                        request.call();
                        requests.incrementAndGet();
                    } catch (Exception refused) {
                        Thread.onSpinWait(); // a hostile caller tries again
                    }
                }
            });
        }
    }

    private void bodiesThatDoNotEnd() throws IOException {
        byte[] part = " ".repeat(3 * MEGA).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 22; i++) {
            Socket socket = connect("/rowmill/api/tasks/bulk", "application/json", 10 * MEGA);
            threads.execute(() -> send(socket, part));
        }
    }

    private void slowForms() throws IOException {
        for (int i = 0; i < 260; i++) {
            send(connect("/rowmill/login", "application/x-www-form-urlencoded", 1_000), new byte[] {'n'});
        }
    }

    private void answersThatAreNotRead() throws IOException {
        String list = "GET /rowmill/api/tasks?limit=200 HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n";
        byte[] many = list.formatted(authorization("view")).repeat(100).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 60; i++) {
            Socket socket = new Socket(root.getHost(), root.getPort());
            sockets.add(socket);
            send(socket, many);
        }
    }

    private Socket connect(String path, String type, int length) throws IOException {
        Socket socket = new Socket(root.getHost(), root.getPort());
        sockets.add(socket);
        String head = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n";
        send(socket, head.formatted(path, type, length).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void send(Socket socket, byte[] bytes) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
        } catch (IOException refused) {
            Thread.onSpinWait();
        }
    }

    private void slowBodiesOverHttp2() throws Exception {
        io.vertx.core.http.HttpClient http2 = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2MaxPoolSize(10));
        for (int i = 0; i < 260; i++) {
            HttpClientRequest request = http2.request(
                            HttpMethod.POST, root.getPort(), root.getHost(), "/rowmill/api/tasks")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            request.putHeader("Content-Type", "application/json")
                    .putHeader("Content-Length", "1000")
                    .putHeader("Authorization", authorization("view"))
                    .write(" ");
        }
    }

    private void stream(String query) {
        threads.execute(() -> {
            try {
                client.send(request("/rowmill/live?" + query).build(), BodyHandlers.ofInputStream())
                        .body()
                        .transferTo(OutputStream.nullOutputStream());
            } catch (IOException | InterruptedException refused) {
                Thread.onSpinWait();
            }
        });
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(root.resolve(path))
                .header("Authorization", authorization("view"))
                .timeout(PATIENCE);
    }

    private int get(String path) throws Exception {
        return client.send(request(path).build(), BodyHandlers.discarding()).statusCode();
    }

    private int post(byte[] tasks) throws Exception {
        return client.send(
                        request("/rowmill/api/tasks/bulk")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(tasks))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private int login(String name) throws Exception {
        String pair = Base64.getEncoder().encodeToString((name + ":wrong").getBytes(StandardCharsets.UTF_8));
        HttpRequest wrong = HttpRequest.newBuilder(root.resolve("/rowmill/api/tasks"))
                .header("Authorization", "Basic " + pair)
                .timeout(PATIENCE)
                .build();
        return client.send(wrong, BodyHandlers.discarding()).statusCode();
    }

    @Override
    public void close() throws Exception {
        ended = true;
        for (Socket socket : List.copyOf(sockets)) {
            socket.close();
        }
        threads.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        if (!threads.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the hostile callers do not end");
        }
    }
}
