package org.acme.shop;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.handler.Handlers;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(Database.class)
class ShopTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Inject
    Shop shop;

    @Inject
    ThankYou thankYou;

    @Inject
    Handlers handlers;

    @Inject
    DataSource database;

    @Test
    void committedTasksRunAndWriteOnce() throws SQLException {
        shop.sell(1, "ada");

        await().atMost(DEADLINE)
                .until(() -> count("rowmill_task where status = 'completed' and " + of(1, "ada")), is(2L));
        assertThat(count("receipt where purchase = 1 and cents = 770")).isEqualTo(1);
        assertThat(thankYou.sent).containsOnlyOnce("ada");
    }

    @Test
    void rolledBackTasksLeaveNoRowAndNeverRun() throws SQLException {
        assertThatThrownBy(() -> shop.sellAndFail(2, "grace")).hasMessage("the card was refused");

        shop.sell(3, "linus");
        await().atMost(DEADLINE)
                .until(() -> count("rowmill_task where status = 'completed' and " + of(3, "linus")), is(2L));
        assertThat(count("rowmill_task where " + of(2, "grace"))).isZero();
        assertThat(count("receipt where purchase = 2")).isZero();
        assertThat(thankYou.sent).doesNotContain("grace");
    }

    @Test
    void bothSchemaHistoriesStandSideBySide() throws SQLException {
        assertThat(count("flyway_schema_history where version = '1' and description = 'shop' and success"))
                .isEqualTo(1);
        assertThat(count("rowmill_schema_history where version = '1' and description = 'rowmill' and success"))
                .isEqualTo(1);
    }

    @Test
    void onlyTheApplicationsOwnHandlersAreThere() throws SQLException {
        assertThat(handlers.names())
                .containsExactlyInAnyOrder(
                        "write-receipt",
                        "count-stock",
                        "thank-you",
                        "print-label",
                        "poison",
                        "exit",
                        "bystander",
                        "count-till",
                        "stay-late",
                        "turn-a-deaf-ear");
        assertThat(count("information_schema.tables where table_name like 'sample%'"))
                .isZero();
    }

    @Test
    void rowmillStartsNoServerOfItsOwn() {
        List<String> properties = List.copyOf(System.getProperties().stringPropertyNames());

        assertThat(properties).noneMatch(name -> name.startsWith("io.github.rowmill.embedded"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rowmill", "/rowmill/api/tasks", "/rowmill/api/queues", "/rowmill/api/operators"})
    void thePageAndTheApiAreClosedByDefault(String path) {
        given().when().get(path).then().statusCode(404);
    }

    @Test
    void theNodeIsHealthy() {
        given().when().get("/q/health").then().statusCode(200).body("status", is("UP"));
    }

    private static String of(long purchase, String customer) {
        return "(details->>'id' = '%d' or details->>'to' = '%s')".formatted(purchase, customer);
    }

    private long count(String from) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + from)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
