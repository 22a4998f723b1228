package io.github.rowmill.db.schema;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Configures {@link OwnTables} in Hibernate if Hibernate's schema tools are switched on. Otherwise the setting is
 * left out, because Quarkus warns about settings that it does not support.
 */
public class OwnTablesConfig implements ConfigSourceFactory {

    private static final String FILTER =
            "quarkus.hibernate-orm.unsupported-properties.\"hibernate.hbm2ddl.schema_filter_provider\"";

    /**
     * Settings of the tools. The value {@code none} means off. The second setting is the former name of the first.
     */
    private static final List<String> TOOLS = List.of(
            "quarkus.hibernate-orm.schema-management.strategy",
            "quarkus.hibernate-orm.database.generation",
            "quarkus.hibernate-orm.scripts.generation");

    /** Ordinal below every file and variable, so that a filter of the application takes precedence. */
    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        return TOOLS.stream().anyMatch(tool -> isOn(context.getValue(tool)))
                ? List.of(new PropertiesConfigSource(
                        Map.of(FILTER, OwnTables.class.getName()), "Rowmill's tables", ORDINAL))
                : List.of();
    }

    private static boolean isOn(ConfigValue tool) {
        return tool != null && tool.getValue() != null && !tool.getValue().equals("none");
    }
}
