package org.acme.office;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Tests that must pass in all surroundings. */
abstract class OfficeTest {

    static final Duration DEADLINE = Duration.ofSeconds(20);

    @Inject
    Office office;

    @Inject
    DataSource database;

    @Test
    void aCommittedTaskRunsAndWritesOnce() throws SQLException {
        long id = office.order("committed");

        awaitEnd("id = " + id);
        assertThat(count("rowmill_task where status = 'completed' and attempts = 1 and id = " + id))
                .isEqualTo(1);
        assertThat(office.filed("committed")).isEqualTo(1);
    }

    @Test
    void aRolledBackTaskLeavesNoRowAndNeverRuns() throws SQLException {
        assertThatThrownBy(() -> office.orderAndFail("refused")).hasMessage("the office is closed");

        awaitEnd("id = " + office.order("after"));
        assertThat(count("rowmill_task where details->>'text' = 'refused'")).isZero();
        assertThat(office.filed("refused")).isZero();
    }

    @Test
    void aTableOfTheFirstMigrationMayReferenceTasks() throws SQLException {
        long id = office.order("with a receipt");

        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("insert into office_receipt (task) values (" + id + ")");
            assertThatThrownBy(() -> statement.execute("insert into office_receipt (task) values (-1)"))
                    .hasMessageContaining("violates foreign key constraint");
        }
    }

    @Test
    void theNodeIsReadyAndItsTasksAreListed() {
        long id = office.order("listed");

        given().when().get("/q/health").then().statusCode(200).body("status", is("UP"));
        given().when().get("/rowmill/api/tasks/" + id).then().statusCode(200).body("type", is("file"));
        given().when().get("/rowmill/api/tasks?type=file").then().statusCode(200);
    }

    /** Enqueues a task for the handler that writes through both persistence units. */
    void enqueueForArchive(String text) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "insert into rowmill_task (type, details, max_attempts) values ('archive', jsonb_build_object('text', '%s'), 1)"
                            .formatted(text));
        }
    }

    void awaitEnd(String condition) {
        await().atMost(DEADLINE).until(() -> count("rowmill_task where finished is not null and " + condition), is(1L));
    }

    long count(String from) throws SQLException {
        return count(database, from);
    }

    static long count(DataSource database, String from) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + from)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
