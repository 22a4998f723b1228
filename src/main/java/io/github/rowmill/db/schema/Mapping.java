package io.github.rowmill.db.schema;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.db.ProbeDatabase;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskPlan;
import io.quarkus.arc.ClientProxy;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.MappingMetamodel;

/**
 * Checks that Hibernate, which locks tasks for claims, maps Rowmill's entities to the tables that all other
 * statements use. Otherwise a node must not start.
 */
@Singleton
class Mapping {

    private static final String TABLE = "rowmill_task";

    private static final String CLASSES = Stream.of(Attempt.class, Task.class, TaskPlan.class)
            .map(Class::getName)
            .collect(Collectors.joining(", "));

    private static final Set<String> NO_ACTION = Set.of("", "none");

    private final SessionFactory sessions;
    private final AgroalDataSource datasource;
    private final ProbeDatabase database;

    Mapping(SessionFactory sessions, AgroalDataSource datasource, ProbeDatabase database) {
        this.sessions = sessions;
        this.datasource = datasource;
        this.database = database;
    }

    /** Returns the setting that an application must add or change, or empty if the mapping is right. */
    Optional<String> problem() {
        var factory = sessions.unwrap(SessionFactoryImplementor.class);
        var options = factory.getSessionFactoryOptions();
        if (options.isMultiTenancyEnabled() || options.getCurrentTenantIdentifierResolver() != null) {
            return Optional.of(TenantUnits.IN_THE_DEFAULT_UNIT);
        }
        if (factory.getProperties().get(AvailableSettings.DATASOURCE) != ClientProxy.unwrap(datasource)) {
            return Optional.of(
                    "the default persistence unit uses another datasource than Rowmill, which uses the default one: remove quarkus.hibernate-orm.datasource, and give the other datasource a named persistence unit");
        }
        MappingMetamodel entities = factory.getMappingMetamodel();
        if (!entities.isEntityClass(Task.class)) {
            return Optional.of(
                    "the default persistence unit does not hold Rowmill's entities: add io.github.rowmill.task to quarkus.hibernate-orm.packages, and to no other persistence unit; in an application that has a persistence.xml, list the classes %s in it"
                            .formatted(CLASSES));
        }
        if (factory.getProperties().get(AvailableSettings.HBM2DDL_FILTER_PROVIDER) == null && makesTables(factory)) {
            return Optional.of(
                    "Hibernate would create Rowmill's tables, by a persistence.xml or another setting that Rowmill cannot change: add the property %s with the value %s to it, so that Hibernate's schema tools ignore these tables, and drop the tables that Hibernate created"
                            .formatted(AvailableSettings.HBM2DDL_FILTER_PROVIDER, OwnTables.class.getName()));
        }
        return misplaced(unquoted(
                entities.getEntityDescriptor(Task.class).getMappedTableDetails().getTableName()));
    }

    private static boolean makesTables(SessionFactoryImplementor factory) {
        return Stream.of(AvailableSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, AvailableSettings.HBM2DDL_AUTO)
                .map(factory.getProperties()::get)
                .anyMatch(action -> action != null && !NO_ACTION.contains(action.toString()));
    }

    /**
     * Returns a name without the quotes of {@code quarkus.hibernate-orm.quote-identifiers.strategy}. A name in
     * lower case has the same meaning with and without quotes.
     */
    private static String unquoted(String table) {
        return table.replace("\"", "");
    }

    private static final String CURRENT = """
            select current_schema()
            """;

    private Optional<String> misplaced(String table) {
        String current = database.statement(sql -> sql.first(CURRENT, row -> row.getString(1)))
                .orElseThrow();
        if (table.equals(TABLE) || table.equals(current + "." + TABLE)) {
            return Optional.empty();
        }
        return Optional.of(
                "Hibernate takes Rowmill's table for %s, and on the datasource's connections it is %s of the schema %s: let both be the same, by currentSchema=… in quarkus.datasource.jdbc.url beside quarkus.hibernate-orm.database.default-schema, without a default-catalog, and with a physical naming strategy that leaves %s as it is"
                        .formatted(table, TABLE, current, TABLE));
    }
}
