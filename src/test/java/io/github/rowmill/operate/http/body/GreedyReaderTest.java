package io.github.rowmill.operate.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Guarded;
import io.github.rowmill.operate.http.HostileCallers;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests a caller that requests large answers and reads none of them. */
@QuarkusTest
@TestProfile(Guarded.class)
class GreedyReaderTest {

    private static final Duration SECONDS = Duration.ofSeconds(30);

    @TestHTTPResource("/")
    URI root;

    @Inject
    Rows rows;

    @Test
    void manyUnreadAnswersBlockOnlyTheirCaller() throws IOException {
        String authorization = "Authorization: %s\r\n".formatted(HostileCallers.authorization("payload"));
        try (UnreadAnswers answers = new UnreadAnswers(rows)) {
            try (Socket greedy = answers.ask(root, authorization)) {
                await().atMost(SECONDS)
                        .untilAsserted(() -> assertThat(Guarded.as("payload")
                                        .get(answers.path())
                                        .asString())
                                .startsWith("{\"type\"")
                                .contains("\"status\":503", "answers of this caller"));

                assertThat(Guarded.as("admin").get(answers.path()).statusCode()).isEqualTo(200);
                assertThat(greedy.isConnected()).isTrue();
            }
            await().atMost(SECONDS)
                    .until(() -> Guarded.as("payload").get(answers.path()).statusCode() == 200);
        }
    }
}
