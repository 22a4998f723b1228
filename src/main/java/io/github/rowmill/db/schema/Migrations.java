package io.github.rowmill.db.schema;

import jakarta.inject.Singleton;

/**
 * Creates and upgrades Rowmill's tables at start, separately from the application's own migrations. Nodes that start
 * together wait for each other.
 */
@Singleton
public class Migrations {

    private final TableMigration tables;
    private final SchemaState state;
    private final Mapping mapping;

    Migrations(TableMigration tables, SchemaState state, Mapping mapping) {
        this.tables = tables;
        this.state = state;
        this.mapping = mapping;
    }

    /**
     * Creates or upgrades the tables. Throws an exception if Rowmill cannot work with the database. The platform
     * then starts the node again, and an operator sees the reason.
     */
    public void migrate() {
        check();
        tables.migrate();
    }

    /**
     * Checks the database and the version of the tables, and changes nothing. Throws an exception if Rowmill
     * cannot work with the database, or if the tables are missing or have an unsuitable version.
     */
    public void require() {
        check();
        TableMigration.reach(state::problem).ifPresent(problem -> {
            throw new IllegalStateException(
                    "Rowmill cannot work with the database of quarkus.datasource: %s; the command migrate, or the start of a node, upgrades the tables"
                            .formatted(problem));
        });
    }

    /** Returns the version of the tables before this process migrated them, if it did; 0 if there were none. */
    public String versionBefore() {
        return tables.versionBefore();
    }

    private void check() {
        tables.check();
        TableMigration.reach(mapping::problem).ifPresent(problem -> {
            throw new IllegalStateException("Rowmill cannot work with this application: " + problem);
        });
    }
}
