package io.github.rowmill.config;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** Reads the configuration from a few properties and the defaults, without Quarkus. */
public final class TestConfig {

    private static final int ORDINAL = 500;

    private TestConfig() {}

    /** Returns the configuration with all defaults. */
    public static RowmillConfig defaults() {
        return of(Map.of());
    }

    /** Returns the configuration of some properties, with the prefix {@code rowmill.}, and defaults for the rest. */
    public static RowmillConfig of(Map<String, String> properties) {
        return read(properties).getConfigMapping(RowmillConfig.class);
    }

    /** Reads the properties and the defaults. */
    public static SmallRyeConfig read(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RowmillConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", ORDINAL))
                .build();
    }
}
