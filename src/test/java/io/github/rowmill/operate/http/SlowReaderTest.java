package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A client of HTTP/1.1 that reads nothing of its answer loses its connection in time. */
@QuarkusTest
@TestProfile(SlowBodiesTest.ShortDeadline.class)
class SlowReaderTest {

    private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

    @TestHTTPResource("/")
    URI root;

    @Inject
    Rows rows;

    @Test
    void losesItsConnection() throws IOException {
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
}
