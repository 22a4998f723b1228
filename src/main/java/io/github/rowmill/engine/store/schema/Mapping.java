package io.github.rowmill.engine.store.schema;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.engine.store.loop.ProbeDatabase;
import io.github.rowmill.task.Task;
import io.quarkus.arc.ClientProxy;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.MappingMetamodel;

/** How Hibernate, which locks what is claimed, sees Rowmill's tables: as those that all other statements mean, or a node must not start. */
@Singleton
class Mapping {

    private static final String TABLE = "rowmill_task";

    private final SessionFactory sessions;
    private final AgroalDataSource datasource;
    private final ProbeDatabase database;

    Mapping(SessionFactory sessions, AgroalDataSource datasource, ProbeDatabase database) {
        this.sessions = sessions;
        this.datasource = datasource;
        this.database = database;
    }

    /** What an application has to set; empty: nothing. */
    Optional<String> problem() {
        var factory = sessions.unwrap(SessionFactoryImplementor.class);
        if (factory.getSessionFactoryOptions().isMultiTenancyEnabled()) {
            return Optional.of(
                    "the default persistence unit has tenants, and Rowmill's tasks belong to none: configure quarkus.hibernate-orm.multitenant for a persistence unit with a name, and keep io.github.rowmill.task in the default one");
        }
        if (factory.getProperties().get(AvailableSettings.DATASOURCE) != ClientProxy.unwrap(datasource)) {
            return Optional.of(
                    "the default persistence unit works on another datasource than Rowmill, which takes the default one: leave quarkus.hibernate-orm.datasource away, and give the other datasource a persistence unit with a name");
        }
        MappingMetamodel entities = factory.getMappingMetamodel();
        if (!entities.isEntityClass(Task.class)) {
            return Optional.of(
                    "the default persistence unit does not hold Rowmill's entities: add io.github.rowmill.task to quarkus.hibernate-orm.packages, and name it for no other persistence unit");
        }
        return misplaced(
                entities.getEntityDescriptor(Task.class).getMappedTableDetails().getTableName());
    }

    private static final String CURRENT = """
            select coalesce(current_schema(), '')
            """;

    private Optional<String> misplaced(String table) {
        String current = database.statement(sql -> sql.first(CURRENT, row -> row.getString(1)))
                .orElseThrow();
        if (current.isEmpty()) {
            return Optional.of(
                    "there is no schema to make Rowmill's tables in: create the one that currentSchema in quarkus.datasource.jdbc.url, or the user's search_path, names, and grant usage on it to the user");
        }
        if (table.equals(TABLE) || table.equals(current + "." + TABLE)) {
            return Optional.empty();
        }
        return Optional.of(
                "Hibernate takes Rowmill's table for %s, and on the datasource's connections it is %s of the schema %s: let both be the same, by currentSchema=… in quarkus.datasource.jdbc.url beside quarkus.hibernate-orm.database.default-schema, without a default-catalog, and with a physical naming strategy that leaves %s as it is"
                        .formatted(table, TABLE, current, TABLE));
    }
}
