package io.github.rowmill.operate.http.history;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(Guarded.class)
class HistoryApiTest {

    private static final String HISTORY = "/rowmill/api/history";

    @Inject
    Rows rows;

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_series where type = 'test-history'");
    }

    private void completed(String queue, int count) {
        rows.execute(
                "insert into rowmill_series values (1, date_trunc('minute', now()) - interval '5 min', '%s', 'test-history', 1, %d, 2, 3, '{0,4}', '{0,0,4}')"
                        .formatted(queue, count));
    }

    @ParameterizedTest
    @CsvSource({"15m, 15, PT1M", "1h, 60, PT1M", "6h, 360, PT1M", "24h, 144, PT10M", "7d, 168, PT1H"})
    void eachRangeHasItsSteps(String range, int steps, String step) {
        as("view")
                .get(HISTORY + "?range=" + range)
                .then()
                .statusCode(200)
                .body("range", is(range))
                .body("step", is(step))
                .body("points", hasSize(steps));
    }

    @Test
    void theHistoryOfAQueueIsShown() {
        completed("test-mail", 1234);

        String point = "points.find {it.completed > 0}.";
        as("view")
                .get(HISTORY + "?queue=test-mail")
                .then()
                .statusCode(200)
                .body(point + "enqueued", is(1))
                .body(point + "completed", is(1234))
                .body(point + "failed", is(2))
                .body(point + "dead", is(3))
                .body(point + "waitP50", is("PT0.0015S"))
                .body(point + "runP95", is("PT0.0039S"))
                .body("points[0].waitP50", nullValue());
    }

    @Test
    void aCallerOfOneQueueSeesOnlyItsHistory() {
        completed("mail", 111_000);
        completed("other", 222_000);

        as("mail").get(HISTORY).then().statusCode(200).body("points.completed", hasItem(111_000));
        as("mail").get(HISTORY).then().body("points.completed", not(hasItem(333_000)));
        as("mail").get(HISTORY + "?queue=other").then().statusCode(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"range=1H", "range=8d", "queue=%00"})
    void anInvalidParameterIsRefusedByName(String query) {
        as("view")
                .urlEncodingEnabled(false)
                .get(HISTORY + "?" + query)
                .then()
                .statusCode(400)
                .body("type", is("urn:rowmill:invalid-request"))
                .body("violations[0].field", is(query.substring(0, query.indexOf('='))));
    }
}
