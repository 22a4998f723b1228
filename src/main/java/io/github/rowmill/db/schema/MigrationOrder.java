package io.github.rowmill.db.schema;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.node.NodeState;
import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.annotation.Priority;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Has Rowmill's tables made before the application's migrations, which may name them, and before Hibernate starts, which may
 * look at them. Quarkus makes the Flyway of the default datasource before either, whether the application uses it or not.
 */
@Singleton
@Priority(Integer.MIN_VALUE) // after the application's own, which may set callbacks
class MigrationOrder implements FlywayConfigurationCustomizer {

    /** Flyway takes one for each event of this kind beside its two; the events of a single migration come on one of those. */
    private static final int CONNECTIONS_OF_AN_EVENT = 3;

    private final TableMigration tables;
    private final NodeState node;
    private final AgroalDataSource datasource;
    private final boolean isAtStart;

    MigrationOrder(
            TableMigration tables,
            NodeState node,
            AgroalDataSource datasource,
            @ConfigProperty(name = "quarkus.flyway.migrate-at-start", defaultValue = "false") boolean isAtStart) {
        this.tables = tables;
        this.node = node;
        this.datasource = datasource;
        this.isAtStart = isAtStart;
    }

    /** Leaves alone what a command starts that migrates nothing. */
    @Override
    public void customize(FluentConfiguration application) {
        if (node.isVisitor() && !isAtStart) {
            return;
        }
        application.callbacks(
                Stream.concat(Arrays.stream(application.getCallbacks()), Stream.of(new BeforeMigrations()))
                        .toArray(Callback[]::new));
        if (isAtStart) {
            tables.checkStart(); // before that Flyway compares its own history, which may be as old
        } else {
            tables.migrate();
        }
    }

    private boolean isSmall() {
        return datasource.getConfiguration().connectionPoolConfiguration().maxSize() < CONNECTIONS_OF_AN_EVENT;
    }

    /**
     * Makes the tables after the application's history table exists, because Flyway refuses to create that beside other
     * tables. Runs before the application's own callbacks, which are sorted by name.
     */
    private final class BeforeMigrations implements Callback {

        private final Event when = isSmall() ? Event.BEFORE_EACH_MIGRATE : Event.BEFORE_MIGRATE;

        @Override
        public boolean supports(Event event, Context context) {
            return event == when;
        }

        @Override
        public boolean canHandleInTransaction(Event event, Context context) {
            return false;
        }

        @Override
        public void handle(Event event, Context context) {
            tables.migrate();
        }

        @Override
        public String getCallbackName() {
            return "";
        }
    }
}
