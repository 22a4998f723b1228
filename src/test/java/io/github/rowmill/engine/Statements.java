package io.github.rowmill.engine;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** Records the statements by which Hibernate locks rows and skips locked ones. */
@PersistenceUnitExtension
public class Statements implements StatementInspector {

    private static final List<String> LOCKING = new CopyOnWriteArrayList<>();

    @Override
    public String inspect(String sql) {
        if (sql.contains("skip locked")) {
            LOCKING.add(sql);
        }
        return sql;
    }

    public static List<String> locking() {
        return LOCKING;
    }
}
