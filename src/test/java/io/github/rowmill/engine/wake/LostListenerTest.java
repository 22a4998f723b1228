package io.github.rowmill.engine.wake;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.BusyNode;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Ends the session of the listener again and again, as soon as it exists. */
@QuarkusTest
@TestProfile(BusyNode.class)
class LostListenerTest extends EngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final String END = """
            select count(pg_terminate_backend(pid))
              from pg_stat_activity
             where application_name = 'rowmill-listener'
            """;

    @Inject
    Listener listener;

    @Test
    void aNodeWithoutAListenerIsReadyAndReportsPolling() {
        await().atMost(PATIENCE).until(listener::isListening);
        int rounds = 0;
        int deaf = 0;

        while (rounds++ < 200 || deaf < 20) {
            rows.number(END);
            Response ready = given().get("/q/health/ready");
            assertThat(ready.statusCode()).isEqualTo(200);
            deaf += ready.asString().contains("no; tasks of other nodes are found by polling") ? 1 : 0;
            assertThat(rounds).as("rounds until deafness was seen 20 times").isLessThan(5_000);
        }

        await().atMost(PATIENCE).until(listener::isListening);
    }
}
