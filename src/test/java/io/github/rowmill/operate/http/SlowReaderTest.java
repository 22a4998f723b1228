package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client that takes nothing of its answer is cut off when the answer's time is up. */
@QuarkusTest
@TestProfile(SlowBodiesTest.ShortDeadline.class)
class SlowReaderTest {

    private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

    @TestHTTPResource("/")
    URI root;

    @Inject
    Rows rows;

    @Inject
    Vertx vertx;

    @Test
    void losesItsConnection() throws IOException {
        try (UnreadAnswers answers = new UnreadAnswers(rows);
                Socket slow = answers.ask(root, "")) {
            await().atMost(ONE_MINUTE).until(() -> isEnded(slow));
        }
    }

    /** Escaped, the page of this task is an event of more bytes than the buffers of the system take. */
    @Test
    void losesItsStreamOfALivePage() throws IOException {
        long id = rows.number("""
                insert into rowmill_task (type, queue, run_at, details)
                values ('noop', 'unread', now() + interval '30 days', jsonb_build_object('text', repeat('<', 900000)))
                returning id
                """);
        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(8_192);
            slow.connect(new InetSocketAddress(root.getHost(), root.getPort()));
            String watch = "GET /rowmill/live?page=task&of=%d HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(id);
            slow.getOutputStream().write(watch.getBytes(StandardCharsets.US_ASCII));

            await().atMost(ONE_MINUTE).until(() -> isEnded(slow));
        } finally {
            rows.execute("delete from rowmill_task where id = " + id);
        }
    }

    /** What is sent to a peer that has closed is answered by a reset, which the next write is told of. */
    private static boolean isEnded(Socket socket) {
        try {
            socket.getOutputStream().write('\n');
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void losesItsStreamOverHttp2() throws Exception {
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
        try (UnreadAnswers answers = new UnreadAnswers(rows)) {
            HttpClientRequest request = client.request(HttpMethod.GET, root.getPort(), root.getHost(), answers.path())
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            request.response()
                    .onSuccess(answer -> answer.exceptionHandler(end::complete).pause());
            request.end();

            assertThat(end).succeedsWithin(ONE_MINUTE);
        } finally {
            client.close();
        }
    }
}
