package io.github.rowmill.operate.page.audit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class AuditPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Rows rows;

    private static String page(String kind, String name) {
        return given().queryParam("kind", kind)
                .queryParam("name", name)
                .get("/rowmill/audit")
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    @Test
    void anActionIsShownWithItsChanges() {
        String queue = Api.fresh("audited");
        long id = Api.waiting(queue);
        Api.post(Api.TASKS + "/" + id + "/cancel", "").statusCode(200);

        assertThat(page("task", String.valueOf(id)))
                .contains("<td class=\"nb\">cancel</td>", "href=\"./tasks/" + id + "\">" + id + "</a>")
                .contains("status queued → cancelled")
                .doesNotContain("type noop", "version");
        assertThat(page("", "")).contains("href=\"./tasks/" + id + "\"");
        assertThat(page("task", "0")).contains("No action is recorded for it.");
    }

    @Test
    void aListHasPagesAndAWayBack() {
        rows.execute(
                "select rowmill_audit_add('test', null, 'a' || n, 'queue', 'paged', null, null) from generate_series(1, 51) n");

        String first = page("queue", "paged");
        String older = first.replaceAll("(?s).*href=\"\\./([^\"]*)\" rel=\"next\".*", "$1")
                .replace("&amp;", "&");
        String second =
                given().urlEncodingEnabled(false).get("/rowmill/" + older).asString();

        assertThat(first).contains(">a51</td>", ">a2</td>").doesNotContain(">a1</td>");
        assertThat(second).contains(">a1</td>", "Latest").doesNotContain(">a2</td>");
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        String quoted = evil.replace("'", "''");
        String json = "jsonb_build_object('%s', '%s')".formatted(quoted, quoted);
        rows.execute("select rowmill_audit_add('%s', '%s', '%s', 'queue', '%s', null, %s)"
                .formatted(quoted, quoted, quoted, quoted, json));

        String page = page("queue", evil);

        Html.assertHarmless(page);
        assertThat(page)
                .contains("<td class=\"nb\">" + Html.escaped(evil) + "</td>")
                .contains("<span class=\"change\">" + Html.escaped(evil) + " " + Html.escaped(evil) + "</span>");
    }
}
