package io.github.rowmill.embedded;

import java.util.ServiceLoader;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/** A config source with one value. It starts the server when the value is read. */
final class EmbeddedPostgresSource implements ConfigSource {

    private static final String URL = "quarkus.datasource.jdbc.url";

    private final String folder;
    private final int ordinal;

    EmbeddedPostgresSource(String folder, int ordinal) {
        this.folder = folder;
        this.ordinal = ordinal;
    }

    @Override
    public Set<String> getPropertyNames() {
        return Set.of(URL);
    }

    @Override
    public @Nullable String getValue(String name) {
        return name.equals(URL) ? server().url(folder) : null;
    }

    private static EmbeddedDatabase server() {
        return ServiceLoader.load(EmbeddedDatabase.class, EmbeddedDatabase.class.getClassLoader())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String getName() {
        return "embedded PostgreSQL";
    }

    @Override
    public int getOrdinal() {
        return ordinal;
    }
}
