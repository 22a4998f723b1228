package io.github.rowmill.operate.http.body;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.UnderPrefix;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests clients that send their bodies byte by byte. There are more of them than worker threads. */
@QuarkusTest
@TestProfile(UnderPrefix.class)
class SlowBodiesTest {

    private static final int CONNECTIONS = 260;
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private static final String HEAD =
            "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n%s\r\n";

    @TestHTTPResource("/")
    URI root;

    @Inject
    Vertx vertx;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void slowBodiesDoNotDelayOtherRequests() throws Exception {
        Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
        for (int i = 0; i < CONNECTIONS; i++) {
            connect(HEAD.formatted(path(Api.TASKS), ""));
        }

        for (int probes = 0; probes < 6; probes++) {
            trickle();
            assertThat(status("/q/health/live")).isEqualTo(200);
            assertThat(status("/q/health/started")).isEqualTo(200);
            Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
        }
    }

    @Test
    void slowBodiesOverHttp2DoNotDelayOtherRequests() throws Exception {
        Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
        HttpClient http2 =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        http2.send(request(Api.TASKS, TEN_SECONDS).build(), BodyHandlers.discarding());
        io.vertx.core.http.HttpClient slow = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2MaxPoolSize(10));
        for (int i = 0; i < CONNECTIONS; i++) {
            begin(slow, path(Api.TASKS), "application/json");
        }

        for (int probes = 0; probes < 3; probes++) {
            assertThat(status("/q/health/ready")).isEqualTo(200);
            Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
        }
        slow.close();
    }

    @Test
    void slowFormsDoNotDelayOtherRequests() throws Exception {
        for (int i = 0; i < CONNECTIONS; i++) {
            connect(HEAD.formatted(path("/rowmill/login"), "")
                            .replace("application/json", "application/x-www-form-urlencoded")
                    + "n");
        }

        for (int probes = 0; probes < 3; probes++) {
            assertThat(status("/q/health/ready")).isEqualTo(200);
            Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
        }
    }

    private void begin(io.vertx.core.http.HttpClient slow, String path, String type) throws Exception {
        HttpClientRequest request = slow.request(HttpMethod.POST, root.getPort(), root.getHost(), path)
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        request.putHeader("Content-Type", type)
                .putHeader("Content-Length", "1000")
                .write(" ");
    }

    /** Java's client requests HTTP/2 with its first request, and the server accepts. */
    @Test
    void theFirstAndLaterRequestsOverHttp2AreAnswered() throws Exception {
        HttpClient http2 =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        for (int i = 0; i < 3; i++) {
            var listed = http2.send(request(Api.TASKS, TEN_SECONDS).build(), BodyHandlers.ofString());
            var enqueued = http2.send(
                    request(Api.TASKS, TEN_SECONDS)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"type\": \"noop\"}"))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(listed.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(listed.statusCode()).isEqualTo(200);
            assertThat(enqueued.statusCode()).isEqualTo(201);
        }
    }

    @Test
    void aTooSlowBodyGetsAProblemAndAClosedConnection() throws IOException {
        Socket slow = connect(HEAD.formatted(path(Api.TASKS), "") + "{");

        String answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(answer)
                .startsWith("HTTP/1.1 408")
                .containsIgnoringCase("content-type: application/problem+json")
                .contains("the body took longer than PT8S");
    }

    @Test
    void aClientThatWaitsFor100ContinueGetsItOnce() throws IOException {
        String body = "{\"type\": \"noop\"}";
        Socket careful = connect(HEAD.formatted(path(Api.TASKS), "Expect: 100-continue\r\nConnection: close\r\n")
                .replace("1000", Integer.toString(body.length())));
        byte[] asked = careful.getInputStream().readNBytes("HTTP/1.1 100 Continue\r\n\r\n".length());

        careful.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
        String answer = new String(careful.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(new String(asked, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 201");
    }

    @Test
    void silentAndHalfSentRequestsDoNotDelayOtherRequests() throws Exception {
        for (int i = 0; i < CONNECTIONS; i++) {
            connect(i % 2 == 0 ? "" : "POST %s HTTP/1.1\r\nHost: loc".formatted(path(Api.TASKS)));
        }

        assertThat(status("/q/health/live")).isEqualTo(200);
        Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
        given().get("/rowmill").then().statusCode(200);
    }

    private Socket connect(String begin) throws IOException {
        Socket socket = new Socket(root.getHost(), root.getPort());
        socket.setSoTimeout(30_000);
        sockets.add(socket);
        socket.getOutputStream().write(begin.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void trickle() throws IOException {
        for (Socket socket : sockets) {
            socket.getOutputStream().write(' ');
        }
    }

    private int status(String path) throws Exception {
        return client.send(request(path, ONE_SECOND).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        return HttpRequest.newBuilder(root.resolve("." + path)).timeout(timeout);
    }

    private String path(String path) {
        return root.resolve("." + path).getPath();
    }
}
