package io.github.rowmill.engine.store.schema;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Tells Hibernate of {@link OwnTables} where its schema tools are switched on; only there, as Quarkus warns of settings it does not know. */
public class OwnTablesConfig implements ConfigSourceFactory {

    private static final String FILTER =
            "quarkus.hibernate-orm.unsupported-properties.\"hibernate.hbm2ddl.schema_filter_provider\"";

    /** Each with {@code none} for off; the second is what the first was called before. */
    private static final List<String> TOOLS = List.of(
            "quarkus.hibernate-orm.schema-management.strategy",
            "quarkus.hibernate-orm.database.generation",
            "quarkus.hibernate-orm.scripts.generation");

    /** Below every file and variable: a filter of the application's own wins. */
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
