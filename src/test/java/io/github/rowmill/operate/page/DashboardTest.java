package io.github.rowmill.operate.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class DashboardTest {

    @Inject
    TaskQueue queue;

    private static String page() {
        return given().get("/rowmill")
                .then()
                .statusCode(200)
                .contentType("text/html;charset=UTF-8")
                .extract()
                .asString();
    }

    @Test
    void showsTheLatestTasksAndTheirQueue() {
        String name = Api.fresh("shown");
        long id = Api.waiting(name);

        assertThat(page())
                .contains(">" + id + "</th>")
                .contains("<td class=\"queue\">" + name + "</td>")
                .contains("<dt class=\"status queued\">queued</dt>");
        awaitQueue(name);
    }

    @Test
    void runsNoScriptAndTellsNobody() {
        given().get("/rowmill")
                .then()
                .header("Content-Security-Policy", containsString("default-src 'none'"))
                .header("X-Content-Type-Options", is("nosniff"))
                .header("Referrer-Policy", is("no-referrer"));
        assertThat(page()).doesNotContain("<script", "<style", "href=\"/", "href=\"http", "src=\"");
    }

    @Test
    void bringsItsStylesheet() {
        assertThat(page()).contains("href=\"rowmill/rowmill.css\"", "href=\"rowmill/rowmill.svg\"");
        given().get("/rowmill/rowmill.css").then().statusCode(200).contentType(containsString("text/css"));
        given().get("/rowmill/rowmill.svg").then().statusCode(200).contentType(containsString("image/svg+xml"));
    }

    @Test
    void findsItsStylesheetWithASlashAtTheEndToo() {
        given().get("/rowmill/").then().statusCode(200).body(containsString("href=\"rowmill.css\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "' onmouseover='alert(1)",
                "</td></tr></table><svg/onload=alert(1)>",
                "<!--",
                "{page.tasks}{#if true}x{/if}",
                "&lt;b&gt;",
                "\u202Eevil"
            })
    void textIsTextWhoeverWroteIt(String evil) {
        queue.enqueue(NewTask.of(evil).queue(evil).delay(Duration.ofDays(30)));
        String escaped = evil.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");

        assertThat(page())
                .contains("<td class=\"type\">" + escaped + "</td>")
                .contains("<td class=\"queue\">" + escaped + "</td>");
        awaitQueue(escaped);
    }

    /** Counts are shared by all who look within a second. */
    private static void awaitQueue(String name) {
        Awaitility.await().untilAsserted(() -> assertThat(page()).contains("<th scope=\"row\">" + name + "</th>"));
    }

    @Test
    void showsTheFirstLineOfAnError() {
        long id =
                Api.id(Api.enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"<b>first</b>\\nsecond\"}}")
                        .statusCode(201));

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", is("dead")));

        assertThat(page()).contains("&lt;b&gt;first&lt;/b&gt;</td>").doesNotContain("second</td>", "<b>first");
    }
}
