package io.github.rowmill.embedded;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the start with one sentence if no other source has the URL of the database. Hibernate would print a
 * stack trace.
 */
final class NoDatabaseSource implements ConfigSource {

    private static final String URL = "quarkus.datasource.jdbc.url";

    @Override
    public Set<String> getPropertyNames() {
        return Set.of();
    }

    @Override
    public @Nullable String getValue(String name) {
        if (name.equals(URL)) {
            throw new ConfigurationException(
                    "Rowmill cannot start: no setting names a database: name one by QUARKUS_DATASOURCE_JDBC_URL");
        }
        return null;
    }

    @Override
    public String getName() {
        return "no database";
    }

    /** Returns the lowest ordinal, below the defaults that the build has recorded. */
    @Override
    public int getOrdinal() {
        return Integer.MIN_VALUE;
    }
}
