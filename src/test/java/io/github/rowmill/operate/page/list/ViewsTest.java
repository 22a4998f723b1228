package io.github.rowmill.operate.page.list;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests searches that users have saved under a name. */
@QuarkusTest
class ViewsTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void forget() {
        rows.execute("delete from rowmill_view");
    }

    private static String page(String query) {
        return given().queryParam("q", query).get("/rowmill/tasks").asString();
    }

    private static ValidatableResponse save(String name, String query) {
        return given().redirects()
                .follow(false)
                .formParam("name", name)
                .formParam("q", query)
                .post("/rowmill/views")
                .then();
    }

    private static ValidatableResponse delete(String name) {
        return given().redirects()
                .follow(false)
                .formParam("name", name)
                .post("/rowmill/views/delete")
                .then();
    }

    @Test
    void aViewIsSavedAndDeletedAndBothAreAudited() {
        String name = Api.fresh("Mail, dead");
        String query = "queue:mail status:dead";
        assertThat(page(query)).contains("Save this search").doesNotContain(name);

        save(name, query).statusCode(303).header("Location", is("./tasks?q=queue%3Amail+status%3Adead&done=save-view"));

        assertThat(page(query))
                .contains("href=\"./tasks?q=queue%3Amail+status%3Adead\" aria-current=\"true\">" + name + "</a>")
                .doesNotContain("Save this search");
        assertThat(page("")).contains("aria-label=\"Delete the view " + name + "\"");

        delete(name).statusCode(303).header("Location", is("../tasks?done=delete-view"));

        assertThat(page("")).doesNotContain(name);
        delete(name).statusCode(404);
        given().queryParam("kind", "view")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .body("entries.action", is(java.util.List.of("delete", "save")))
                .body("entries.before[0].query", is(query))
                .body("entries.after[1].query", is(query));
    }

    @Test
    void aSecondViewOfTheSameNameReplacesTheFirst() {
        save("Mine", "status:dead").statusCode(303);
        save("Mine", "status:retrying").statusCode(303);

        assertThat(page(""))
                .contains("href=\"./tasks?q=status%3Aretrying\">Mine</a>")
                .doesNotContain("q=status%3Adead\">Mine");
        given().queryParam("kind", "view")
                .queryParam("name", "Mine")
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].before.query", is("status:dead"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', status:dead, name must have 1 to 60 characters.",
        "mine, '', 'q is empty; a view needs a search.'",
        "mine, status:lost, 'q column 8: expected one of queued'"
    })
    void anInvalidViewIsRefused(String name, String query, String why) {
        save(name, query).statusCode(400).body(containsString(why));
        save("x".repeat(61), "status:dead").statusCode(400);
    }

    @Test
    void atMostAHundredViewsAreSaved() {
        rows.execute(
                "insert into rowmill_view (name, query, saved_by) select 'v' || n, 'status:dead', 'a' from generate_series(1, 100) n");

        save("v101", "status:dead").statusCode(400).body(containsString("there are 100 views"));
        save("v7", "status:retrying").statusCode(303);
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void aHostileNameIsEscaped(String evil) {
        save(evil, "type:noop").statusCode(303);

        Html.assertHarmless(page(""));
    }

    @Test
    void builtInViewsAreShownWithoutADeleteButton() {
        assertThat(page("status:executing started<15m"))
                .contains("aria-current=\"true\">Running for 15 min</a></li>")
                .contains("Overdue by an hour", "Dead in the last day", "Due within an hour")
                .doesNotContain("views/delete");
    }
}
