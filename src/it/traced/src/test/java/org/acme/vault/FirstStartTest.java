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

/** Tests the start on an empty database. Liquibase changes refer to Rowmill's tables. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class FirstStartTest {

    @Inject
    @PersistenceUnitExtension
    Witness witness;

    @Inject
    AgroalDataSource database;

    /** In dev mode, Hibernate validates the tables directly after its start. */
    @Test
    void tablesAreThereWhenHibernateStarts() {
        assertThat(witness.sawTables()).isTrue();
    }

    @Test
    void aLiquibaseChangeMayReferenceRowmillsTables() throws SQLException {
        execute("select from vault_key");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
