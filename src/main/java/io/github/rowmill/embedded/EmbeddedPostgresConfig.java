package io.github.rowmill.embedded;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import java.util.List;
import java.util.OptionalInt;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the JDBC URL of the embedded PostgreSQL, and starts the server when the URL is first read. It does so
 * only if {@code rowmill.embedded} is true, no URL is set anywhere else, and the application is running rather
 * than being built. The start is refused if the server is not on the class path, or if there is no URL at all.
 */
public class EmbeddedPostgresConfig implements ConfigSourceFactory {

    private static final String URL = "quarkus.datasource.jdbc.url";
    private static final String SERVER = "io.zonky.test.db.postgres.embedded.EmbeddedPostgres";

    /** Ordinal below every file and variable, so that a URL set elsewhere wins. */
    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        boolean isEmbedded = is(context, "rowmill.embedded");
        if (value(context, URL) != null || isBuild(isEmbedded)) {
            return List.of();
        }
        if (!isEmbedded) {
            return List.of(new NoDatabaseSource());
        }
        if (!isVisible(SERVER)) {
            throw new ConfigurationException(
                    "Rowmill cannot start: rowmill.embedded is true, and there is no embedded PostgreSQL in this application, as there is none in a native executable, in an image, or where only the library is: name a database by QUARKUS_DATASOURCE_JDBC_URL");
        }
        return List.of(new EmbeddedPostgresSource(folder(context), ORDINAL));
    }

    @Override
    public OptionalInt getPriority() {
        return OptionalInt.of(ORDINAL);
    }

    private static String folder(ConfigSourceContext context) {
        String folder = value(context, "rowmill.embedded.folder");
        return folder == null ? ".rowmill/postgres" : folder;
    }

    private static boolean is(ConfigSourceContext context, String key) {
        return Boolean.parseBoolean(value(context, key));
    }

    private static @Nullable String value(ConfigSourceContext context, String key) {
        ConfigValue value = context.getValue(key);
        return value == null ? null : value.getValue();
    }

    /**
     * Returns whether this is a build, which also reads the configuration. A build's class loaders see Quarkus's
     * build classes. The loaders of dev mode and tests see them too, but there the running application has a
     * loader of its own. That loader has this class if the application is this one. If an application uses the
     * jar, it is only the context loader. Such an application counts as running if it wants the server: otherwise
     * Dev Services may still name its database.
     */
    private static boolean isBuild(boolean isEmbedded) {
        boolean isRunning = isOfApplication(EmbeddedPostgresConfig.class.getClassLoader())
                || (isEmbedded && isOfApplication(Thread.currentThread().getContextClassLoader()));
        return !isRunning && isVisible("io.quarkus.deployment.QuarkusAugmentor");
    }

    private static boolean isOfApplication(@Nullable ClassLoader loader) {
        return loader != null && loader.toString().contains("Quarkus Runtime ClassLoader");
    }

    private static boolean isVisible(String type) {
        try {
            Class.forName(type, false, Thread.currentThread().getContextClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
