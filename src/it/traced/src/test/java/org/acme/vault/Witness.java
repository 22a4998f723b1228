package org.acme.vault;

import io.agroal.api.AgroalDataSource;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** Checks for a table of Rowmill when Hibernate starts. Hibernate creates this bean at that moment. */
@Singleton
@PersistenceUnitExtension
public class Witness implements StatementInspector {

    private static final long serialVersionUID = 1L;

    private final boolean sawTables;

    Witness(AgroalDataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select to_regclass('rowmill_attempt') is not null")) {
            rows.next();
            sawTables = rows.getBoolean(1);
        }
    }

    boolean sawTables() {
        return sawTables;
    }

    @Override
    public String inspect(String sql) {
        return sql;
    }
}
