package io.github.rowmill.operate.http.node;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.node.NodeName;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class NodesApiTest {

    private static final String NODES = "/rowmill/api/nodes";

    @Inject
    Rows rows;

    @Inject
    NodeName nodeName;

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_operator where name like 'test-%'");
    }

    private void node(String name, String columns, String values) {
        rows.execute(
                "insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types, %s) values ('%s', 'h', 'shop', '1.2', false, 10, 3, 2, '{noop}', %s)"
                        .formatted(columns, name, values));
    }

    private static ValidatableResponse get(String query) {
        return given().get(NODES + query).then();
    }

    @Test
    void theNodeThatAnswersIsUp() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> get("?state=up&limit=200").statusCode(200).body("nodes.name", hasItem(nodeName.value())));
    }

    @Test
    void aLostNodeIsShownWithItsLastHeartbeat() {
        node("test-lost", "queues, beat, started", "'{mail,b}', '2026-01-02T03:04:05Z', '2026-01-01T00:00:00Z'");

        get("?state=lost&after=test-&limit=1")
                .statusCode(200)
                .body("nodes.name", contains("test-lost"))
                .body("nodes[0].state", is("lost"))
                .body("nodes[0].lastBeat", is("2026-01-02T03:04:05Z"))
                .body("nodes[0].started", is("2026-01-01T00:00:00Z"))
                .body("nodes[0].stopped", nullValue())
                .body("nodes[0].version", is("1.2"))
                .body("nodes[0].queues", contains("mail", "b"))
                .body("nodes[0].types", contains("noop"))
                .body("nodes[0].inHand", is(3))
                .body("nodes[0].running", is(2))
                .body("nodes[0].holds", is(0))
                .body("nodes[0].recovered", is(0));
    }

    @Test
    void theListOfNodesHasPages() {
        node("test-a", "stopped", "now()");
        node("test-b", "stopped", "now()");

        get("?state=stopped&after=test-&limit=1")
                .statusCode(200)
                .body("nodes.name", contains("test-a"))
                .body("next", is("test-a"));
        get("?state=stopped&after=test-a&limit=1").statusCode(200).body("nodes.name", contains("test-b"));
        get("?state=up&after=test-&limit=200").statusCode(200).body("nodes.name", not(hasItem("test-a")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=201", "limit=many", "after=%00", "state=UP", "state=dead"})
    void anInvalidParameterIsRefusedByName(String query) {
        given().urlEncodingEnabled(false)
                .get(NODES + "?" + query)
                .then()
                .statusCode(400)
                .body("type", is("urn:rowmill:invalid-request"))
                .body("violations[0].field", is(query.substring(0, query.indexOf('='))));
    }

    @Test
    void theRefusalOfAStateListsTheValidStates() {
        get("?state=dead").statusCode(400).body("violations[0].message", containsString("up, draining, stopped, lost"));
    }
}
