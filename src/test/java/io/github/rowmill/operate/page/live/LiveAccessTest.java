package io.github.rowmill.operate.page.live;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a stream shows what its page shows, and ends with the session. */
@QuarkusTest
@TestProfile(Guarded.class)
@Timeout(60)
class LiveAccessTest {

    @ParameterizedTest
    @CsvSource({"anonymous, overview, 401", "anonymous, queues, 401", "mail, nodes, 403"})
    void aStreamNeedsThePermissionForItsPage(String role, String page, int status) {
        as(role).get("/rowmill/live?page=" + page).then().statusCode(status);
    }

    @Test
    void aStreamEndsWithItsSession() throws Exception {
        String session = given().redirects()
                .follow(false)
                .formParam("name", "view")
                .formParam("password", "view-secret")
                .post("/rowmill/login")
                .getCookie("rowmill-session");
        try (Watcher watcher = new Watcher(RestAssured.port, "page=queues", "Cookie", "rowmill-session=" + session)) {
            await().until(() -> watcher.events() > 1);
            assertThat(watcher.lines()).noneMatch(line -> line.contains("<form"));

            given().cookie("rowmill-session", session).post("/rowmill/logout");

            await().atMost(Duration.ofSeconds(25)).until(watcher::hasEnded);
        }
    }

    @Test
    void eachCallerHasAtMostAHundredStreams() throws Exception {
        List<Watcher> watchers = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                watchers.add(watch("view"));
                assertThat(watchers.get(i).answer().statusCode()).isEqualTo(200);
            }

            as("view").get("/rowmill/live?page=overview").then().statusCode(429);
            watchers.add(watch("operate"));
            assertThat(watchers.get(100).answer().statusCode()).isEqualTo(200);
        } finally {
            watchers.forEach(Watcher::close);
        }
    }

    private static Watcher watch(String role) throws Exception {
        byte[] pair = (role + ":" + role + "-secret").getBytes(StandardCharsets.UTF_8);
        return new Watcher(
                RestAssured.port,
                "page=overview",
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(pair));
    }
}
