package io.github.rowmill.operate.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests bodies of at most 100,000 bytes. There is room for 150,000 bytes at once, and for 120,000 of each caller. */
class UploadTest {

    private static final int LIMIT = 100_000;
    private static final int SHORT = 10_000;

    private final Vertx vertx = Vertx.vertx();
    private final MessageMemory room = new MessageMemory(150_000, 120_000);
    private volatile Duration deadline = Duration.ofMinutes(1);
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        Router router = Router.router(vertx);
        router.route()
                .handler(route -> new Upload(
                                route,
                                LIMIT,
                                room.place(route.request().getHeader("Caller")),
                                body -> route.response().end(Buffer.buffer(body)),
                                problem -> refuse(route, problem.status()))
                        .receive(deadline.toMillis()));
        server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0)
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static void refuse(RoutingContext route, int status) {
        route.response().setStatusCode(status).end();
        route.request().connection().close();
    }

    @Test
    void aBodyIsHandedOnWhenItIsWhole() throws IOException {
        try (Socket client = connect("a", 3)) {
            send(client, "a");
            send(client, "bc");

            assertThat(answer(client)).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nabc");
        }
        await().until(() -> room.held() == 0);
    }

    @Test
    void aLargeBodyWithoutRoomIsRefusedAndAShortBodyIsNot() throws IOException {
        try (Socket one = connect("a", LIMIT);
                Socket other = connect("b", LIMIT);
                Socket small = connect("b", SHORT)) {
            send(one, "x".repeat(99_999));
            await().until(() -> room.held() == 99_999);
            send(other, "x".repeat(99_999));
            send(small, "x".repeat(SHORT));

            assertThat(answer(other)).startsWith("HTTP/1.1 503");
            assertThat(answer(small)).startsWith("HTTP/1.1 200");
        }

        await().until(() -> room.held() == 0);
        try (Socket later = connect("b", LIMIT)) {
            send(later, "x".repeat(LIMIT));
            assertThat(answer(later)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void shortBodiesCountInTheShareOfTheirCaller() throws IOException {
        List<Socket> many = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            many.add(connect("a", SHORT + 1));
            send(many.get(i), "x".repeat(SHORT));
        }
        await().until(() -> room.held() == 120_000);
        try (Socket more = connect("a", SHORT);
                Socket other = connect("b", SHORT)) {
            send(more, "x".repeat(SHORT));
            send(other, "x".repeat(SHORT));

            assertThat(answer(more)).startsWith("HTTP/1.1 503");
            assertThat(answer(other)).startsWith("HTTP/1.1 200");
        }
        for (Socket one : many) {
            one.close();
        }
    }

    @Test
    void aPlaceHoldsItsMemoryUntilItIsClosed() {
        try (MessageMemory.Place place = room.place("a")) {
            assertThat(place.take(90_000)).isTrue();
            assertThat(place.take(30_001)).isFalse();
            assertThat(place.take(30_000)).isTrue();
            assertThat(room.held()).isEqualTo(120_000);
        }

        assertThat(room.held()).isZero();
    }

    @Test
    void aBodyThatIsTooSlowIsRefusedAndItsRoomIsFreed() throws IOException {
        deadline = Duration.ofMillis(100);
        try (Socket slow = connect("a", LIMIT)) {
            send(slow, "x");

            assertThat(answer(slow)).startsWith("HTTP/1.1 408");
        }
        await().until(() -> room.held() == 0);
    }

    @Test
    void aConnectionThatIsLostFreesItsRoom() throws IOException {
        try (Socket lost = connect("a", LIMIT)) {
            send(lost, "x".repeat(900));
            await().until(() -> room.held() == 900);
        }

        await().until(() -> room.held() == 0);
    }

    private Socket connect(String caller, int length) throws IOException {
        Socket socket = new Socket("localhost", server.actualPort());
        socket.setSoTimeout(20_000);
        send(
                socket,
                "POST / HTTP/1.1\r\nHost: x\r\nCaller: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
                        .formatted(caller, length));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}
