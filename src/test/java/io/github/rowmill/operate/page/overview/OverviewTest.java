package io.github.rowmill.operate.page.overview;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class OverviewTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    private static String page() {
        return given().get("/rowmill/").then().statusCode(200).extract().asString();
    }

    @Test
    void theFirstSentenceIsAlsoTheTitleOfThePage() {
        String page = page();
        String heading = page.replaceAll("(?s).*<h1 id=\"verdict-h\">([^<]*)</h1>.*", "$1");

        assertThat(heading).isNotBlank();
        assertThat(page).contains("<title id=\"title\">" + heading + " · rowmill test · Rowmill</title>");
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        Api.enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"%s\"}}"
                        .formatted(evil.replace("\"", "\\\"")))
                .statusCode(201);
        queue.enqueue(NewTask.of(evil).queue("  " + evil).delay(Duration.ofDays(30)));

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(page()).contains(">" + Html.escaped("  " + evil) + "</a></th>"));
        Html.assertHarmless(page());
    }

    @Test
    void stoppedNodesDoNotHideANodeThatIsUp() {
        rows.execute("""
                insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types, beat, stopped)
                select '!' || lpad(n::text, 3, '0'), 'host', 'shop', '1.3', false, 10, 0, 0, array['noop'], now(), now()
                  from generate_series(1, 60) n
                """);
        rows.execute("""
                insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types)
                values ('!up', 'host', 'shop', '1.3', false, 10, 0, 0, array['noop'])
                """);
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(page())
                            .contains("<th scope=\"row\" class=\"lead\">!up</th>")
                            .doesNotContain("No node has sent a heartbeat"));
        } finally {
            rows.execute("delete from rowmill_operator where version = '1.3'");
        }
    }

    @Test
    void theOverviewLinksToDueAndDeadTasks() {
        assertThat(page())
                .contains("href=\"./tasks?q=status%3Aqueued+run-at%3C%3D0s\"><span class=\"st due\">")
                .contains("href=\"./tasks?q=status%3Adead\"><span class=\"st dead\">");
    }
}
