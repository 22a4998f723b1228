package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies of at most 1,000 bytes, of which 1,500 find room at once, within half a second. */
class UploadTest {

    private static final int LIMIT = 1_000;
    private static final int ROOM = 1_500;

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong held = new AtomicLong();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        Router router = Router.router(vertx);
        router.route()
                .handler(route ->
                        new Upload(route, LIMIT, held, ROOM, problem -> refuse(route, problem.status())).receive(500));
        router.route().handler(UploadTest::echo);
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

    private static void echo(RoutingContext route) {
        route.response().end(route.body().buffer());
    }

    @Test
    void aBodyIsHandedOnWhenItIsWhole() throws IOException {
        try (Socket client = connect(3)) {
            send(client, "a");
            send(client, "bc");

            assertThat(answer(client)).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nabc");
        }
        await().until(() -> held.get() == 0);
    }

    @Test
    void bodiesBeyondTheirShareOfTheMemoryAreRefused() throws IOException {
        try (Socket one = connect(LIMIT);
                Socket other = connect(LIMIT)) {
            send(one, "x".repeat(900));
            await().until(() -> held.get() == 900);
            send(other, "x".repeat(900));

            assertThat(answer(other)).startsWith("HTTP/1.1 503");
        }

        await().until(() -> held.get() == 0);
        try (Socket later = connect(LIMIT)) {
            send(later, "x".repeat(LIMIT));
            assertThat(answer(later)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aBodyThatIsNotWholeInTimeIsRefusedAndItsRoomIsFreeAgain() throws IOException {
        try (Socket slow = connect(LIMIT)) {
            send(slow, "x");

            assertThat(answer(slow)).startsWith("HTTP/1.1 408");
        }
        await().until(() -> held.get() == 0);
    }

    @Test
    void aConnectionThatIsLostFreesItsRoom() throws IOException {
        try (Socket lost = connect(LIMIT)) {
            send(lost, "x".repeat(900));
            await().until(() -> held.get() == 900);
        }

        await().until(() -> held.get() == 0);
    }

    private Socket connect(int length) throws IOException {
        Socket socket = new Socket("localhost", server.actualPort());
        socket.setSoTimeout(20_000);
        send(socket, "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n".formatted(length));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}
