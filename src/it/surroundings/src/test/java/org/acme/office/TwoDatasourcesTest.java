package org.acme.office;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests a second datasource for another database, with its own persistence unit. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(TwoDatasourcesTest.TwoDatasources.class)
class TwoDatasourcesTest extends OfficeTest {

    @Inject
    @DataSource("archive")
    AgroalDataSource archive;

    @Test
    void rowmillsTablesAreOnlyInTheDefaultDatasource() throws SQLException {
        assertThat(
                        count(
                                "pg_tables where tablename in ('rowmill_task', 'rowmill_attempt', 'rowmill_schedule', 'rowmill_queue', 'rowmill_lane', 'rowmill_session', 'rowmill_audit', 'rowmill_log', 'rowmill_operator', 'rowmill_series', 'rowmill_view', 'rowmill_schema_history')"))
                .isEqualTo(12);
        assertThat(count(archive, "pg_tables where tablename like 'rowmill%'")).isZero();
    }

    /** The transaction manager accepts one resource that cannot be prepared, and refuses a second one. */
    @Test
    void aHandlerCannotWriteToTwoDatabasesWithoutXa() throws SQLException {
        enqueueForArchive("apart");

        awaitEnd("details->>'text' = 'apart' and status = 'dead'");
        assertThat(count("office_task where text = 'apart'")).isZero();
        assertThat(count(archive, "archive_box where text = 'apart'")).isZero();
    }

    @Test
    void anEnqueueBesideAnotherDatasourceNamesTheXaSetting() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    insertIntoArchive();
                    office.order("neither");
                }))
                .hasMessageContaining("set quarkus.datasource.jdbc.transactions=xa for both");
    }

    private void insertIntoArchive() {
        try (Connection connection = archive.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("insert into archive_box (text) values ('neither')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static class TwoDatasources implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "office.archive", "true",
                    "quarkus.datasource.\"archive\".db-kind", "postgresql",
                    "quarkus.datasource.\"archive\".jdbc.url", "${office.archive.url}",
                    "quarkus.hibernate-orm.packages", "org.acme.office,io.github.rowmill.task",
                    "quarkus.hibernate-orm.\"archive\".datasource", "archive",
                    "quarkus.hibernate-orm.\"archive\".packages", "org.acme.archive");
        }
    }
}
