package org.acme.vault;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** A start on an empty database; changes by Liquibase name Rowmill's tables. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class FirstStartTest {

    @Inject
    @PersistenceUnitExtension
    Witness witness;

    @Inject
    AgroalDataSource database;

    /** In dev mode Quarkus has Hibernate validate the tables right after its start. */
    @Test
    void tablesAreThereWhenHibernateStarts() {
        assertThat(witness.sawTables()).isTrue();
    }

    @Test
    void liquibaseMayNameTheTables() throws SQLException {
        execute("select from vault_key");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
