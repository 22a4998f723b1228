package io.github.rowmill.operate.page.node;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class NodesPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Rows rows;

    @BeforeEach
    void forgetNodesThatAreLost() {
        rows.execute("delete from rowmill_operator where stopped is null and beat < now() - interval '30 s'");
    }

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_operator where version in ('1.1', '1.2')");
    }

    private void node(String name, String type, String columns, String values) {
        rows.execute(
                "insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types, %s) values ('%s', '%s', 'shop', '1.2', false, 10, 3, 2, array['%s'], %s)"
                        .formatted(columns, quoted(name), quoted(name), quoted(type), values));
    }

    private static String quoted(String text) {
        return text.replace("'", "''");
    }

    private static String page() {
        return given().get("/rowmill/nodes").then().statusCode(200).extract().asString();
    }

    @Test
    void nodesAreShownWithTheirStateAndTheirTypes() {
        node("alive", "price-import", "beat, started", "now(), now() - interval '3 h'");
        node("dead", "price-import", "beat, started", "now() - interval '1 h', now() - interval '3 h'");
        node("gone", "price-import", "stopped", "now()");

        assertThat(page())
                .contains("<span class=\"name\">alive</span>", "works</span>", "shop, Rowmill 1.2", "up 3 h", "3 of 10")
                .contains("lost</span>", "stopped</span>", "all queues", "<b>1 lost</b> in the last week")
                .contains(">price-import</th><td class=\"num\">1 of ");
    }

    @Test
    void theCountsIncludeNodesThatAreNotOnThePage() {
        rows.execute("""
                insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types, beat)
                select '!' || lpad(n::text, 3, '0'), 'host', 'shop', '1.2', n % 10 = 0, 10, 0, 0, array['price-import'], now()
                  from generate_series(1, 250) n
                """);
        node("~lost", "price-import", "beat", "now() - interval '1 h'");
        node("~newer", "price-import", "beat", "now()");
        rows.execute("update rowmill_operator set version = '1.1' where name = '~newer'");
        long up = rows.number(
                "select count(*) from rowmill_operator where stopped is null and not draining and beat > now() - interval '30 s'");
        rows.insert(TaskRow.of("noop").started("now()").executing("~lost", "now() + interval '1 h'"));
        try {
            assertThat(page())
                    .contains(up + " nodes are up, 25 draining", "<b>1 lost</b> in the last week")
                    .containsPattern("<b>[23] versions</b> run side by side")
                    .contains(">price-import</th><td class=\"num\">226 of %d</td>".formatted(up))
                    .contains("<title id=\"title\">1 lost · Nodes");
        } finally {
            rows.execute("delete from rowmill_task where operator_id = '~lost'");
        }
    }

    @Test
    void aDeployIsAMarkOfTheChart() {
        // The database may have nodes of earlier runs, which would share the mark.
        rows.execute(
                "delete from rowmill_operator where started between now() - interval '30 min' and now() - interval '10 min'");
        node("former", "price-import", "started, stopped", "now() - interval '5 d', now()");
        rows.execute("update rowmill_operator set version = '1.1' where name = 'former'");
        node("deployed", "price-import", "started", "now() - interval '20 min'");

        // until twenty minutes after midnight, the text also has the day
        await().untilAsserted(() -> assertThat(given().get("/rowmill/").asString())
                .containsPattern(
                        "<li data-at=\"[^\"]+\" data-short=\"1.2\">(\\d+ \\w+ )?[0-9:]+ 1 node starts, the first of version 1.2</li>")
                .containsPattern("<text class=\"marked\" x=\"[0-9.]+%\" dx=\"5\" y=\"9\">1.2</text>"));
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        node(evil, evil, "queues", "array['" + quoted(evil) + "']");

        String page = page();

        Html.assertHarmless(page);
        assertThat(page)
                .contains("<span class=\"name\">" + Html.escaped(evil) + "</span>")
                .contains("data-l=\"works on\">" + Html.escaped(evil) + "</td>")
                .contains(">" + Html.escaped(evil) + "</th>");
    }
}
