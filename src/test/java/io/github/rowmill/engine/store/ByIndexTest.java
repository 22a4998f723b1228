package io.github.rowmill.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PreferQueryMode;

@QuarkusTest
@TestProfile(ByHand.class)
class ByIndexTest {

    private static final String SCANS =
            "select current_setting('enable_seqscan') as scans, pg_backend_pid() as backend where ? = 1";

    @Inject
    EngineDatabase database;

    @Inject
    AgroalDataSource application;

    /**
     * Runs a statement so often that the driver lets the server keep it. In simple mode the settings end before the
     * statement, and no plan is kept.
     */
    @Test
    void scansAreSwitchedOffOnlyForAStatementByIndex() throws SQLException {
        try (Connection connection = application.getConnection()) {
            assumeThat(connection.unwrap(PGConnection.class).getPreferQueryMode())
                    .isNotEqualTo(PreferQueryMode.SIMPLE);
        }
        for (int i = 0; i < 10; i++) {
            List<String> scans = database.statement(sql -> List.of(
                    sql.byIndex().first(SCANS, Scans::of, 1).orElseThrow().toString(),
                    sql.first(SCANS, Scans::of, 1).orElseThrow().toString()));

            assertThat(scans.get(1)).isEqualTo(scans.get(0).replace("off", "on"));
            assertThat(scans.get(0)).startsWith("off");
        }
    }

    private record Scans(String setting, int backend) {

        static Scans of(ResultSet row) throws SQLException {
            return new Scans(row.getString("scans"), row.getInt("backend"));
        }

        @Override
        public String toString() {
            return setting + " " + backend;
        }
    }
}
