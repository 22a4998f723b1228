package io.github.rowmill.operate.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.page.UnderPrefix;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks that a client that does not read its answer loses its connection, or its stream of HTTP/2, in time. */
@QuarkusTest
@TestProfile(UnderPrefix.class)
class SlowReaderTest {

    private static final Duration ONE_MINUTE = Duration.ofMinutes(1);
    private static final int SMALL_WINDOW = 1_024;

    @TestHTTPResource("/")
    URI root;

    @Inject
    Rows rows;

    @Inject
    Vertx vertx;

    @Test
    void aSlowReaderLosesItsConnection() throws IOException {
        try (UnreadAnswers answers = new UnreadAnswers(rows);
                Socket slow = answers.ask(root, "")) {
            await().atMost(ONE_MINUTE)
                    .untilAsserted(() -> assertThat(isEnded(slow)).isTrue());
        }
    }

    /** Returns whether the peer has closed. It answers the first write with a reset, so the second write fails. */
    private static boolean isEnded(Socket socket) {
        try {
            socket.getOutputStream().write('\n');
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aSlowReaderLosesItsHttp2Stream() throws Exception {
        try (UnreadAnswers answers = new UnreadAnswers(rows)) {
            assertThatStreamIsReset(answers.path());
        }
    }

    @Test
    void aSlowReaderLosesItsLivePage() throws Exception {
        assertThatStreamIsReset("/rowmill/live?page=overview");
    }

    private void assertThatStreamIsReset(String path) throws Exception {
        HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setInitialSettings(new Http2Settings().setInitialWindowSize(SMALL_WINDOW)));
        try {
            HttpClientRequest request = client.request(
                            HttpMethod.GET, root.getPort(), root.getHost(), UnreadAnswers.below(root, path))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(ONE_MINUTE.toSeconds(), TimeUnit.SECONDS);
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            request.response()
                    .onSuccess(answer -> answer.exceptionHandler(end::complete).pause());
            request.end();

            assertThat(end).succeedsWithin(ONE_MINUTE).isInstanceOf(StreamResetException.class);
        } finally {
            client.close();
        }
    }
}
