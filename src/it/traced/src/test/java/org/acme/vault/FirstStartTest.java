package org.acme.vault;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.schema.SchemaManagementIntegrator;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** An empty database, at which Hibernate looks in dev mode; changes by Liquibase name Rowmill's tables. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class FirstStartTest {

    @Inject
    @PersistenceUnitExtension
    Witness witness;

    @Inject
    AgroalDataSource database;

    @Test
    void tablesAreThereWhenHibernateStarts() {
        assertThat(witness.sawTables()).isTrue();
    }

    /** What Quarkus does in dev mode once Hibernate has started. */
    @Test
    void theValidationOfDevModeMissesNoTable() throws SQLException {
        assertThat(validated()).isEmpty();

        execute("alter table rowmill_attempt rename to rowmill_attempt_away");
        try {
            assertThat(validated()).isNotEmpty().first().asString().contains("missing table [rowmill_attempt]");
        } finally {
            execute("alter table rowmill_attempt_away rename to rowmill_attempt");
        }
    }

    @Test
    void liquibaseMayNameTheTables() throws SQLException {
        execute("select from vault_key");
    }

    private static List<String> validated() {
        List<String> said = new ArrayList<>();
        Handler hears = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(SchemaManagementIntegrator.class.getName());
        log.addHandler(hears);
        try {
            SchemaManagementIntegrator.runPostBootValidation("<default>");
        } finally {
            log.removeHandler(hears);
        }
        return said;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
