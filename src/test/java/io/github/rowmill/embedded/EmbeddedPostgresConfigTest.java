package io.github.rowmill.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigValue;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Most of these tests run in an application without the embedded server. Its class loader sees only the JDK. */
class EmbeddedPostgresConfigTest {

    private static final String URL = "quarkus.datasource.jdbc.url";

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private record Settings(Map<String, String> values) implements ConfigSourceContext {

        @Override
        public ConfigValue getValue(String name) {
            return values.containsKey(name)
                    ? ConfigValue.builder()
                            .withName(name)
                            .withValue(values.get(name))
                            .build()
                    : null;
        }

        @Override
        public Iterator<String> iterateNames() {
            return values.keySet().iterator();
        }
    }

    @BeforeEach
    void seeNoServer() {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    }

    @AfterEach
    void seeAll() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void aStartThatNeedsAMissingServerIsRefused() {
        Settings settings = new Settings(Map.of("rowmill.embedded", "true"));

        assertThatThrownBy(() -> new EmbeddedPostgresConfig().getConfigSources(settings))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("rowmill.embedded is true, and there is no embedded PostgreSQL")
                .hasMessageContaining("QUARKUS_DATASOURCE_JDBC_URL");
    }

    @Test
    void aConfiguredDatabaseIsNoReasonToRefuse() {
        for (String embedded : Set.of("true", "false")) {
            assertThat(sources(Map.of("rowmill.embedded", embedded, URL, "jdbc:postgresql://db/shop")))
                    .isEmpty();
        }
    }

    @Test
    void aStartWithoutADatabaseIsRefusedWhenItsUrlIsRead() {
        for (Map<String, String> settings : Set.of(Map.of("rowmill.embedded", "false"), Map.<String, String>of())) {
            assertThat(sources(settings)).singleElement().satisfies(source -> {
                assertThat(source.getValue("quarkus.http.port")).isNull();
                assertThatThrownBy(() -> source.getValue(URL))
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("no setting names a database")
                        .hasMessageContaining("QUARKUS_DATASOURCE_JDBC_URL");
            });
        }
    }

    @Test
    void aBuildOfAnApplicationStartsNoServer() {
        Thread.currentThread().setContextClassLoader(before);

        assertThat(sources(Map.of("rowmill.embedded", "true"))).isEmpty();
    }

    /** Dev Services may name the database later. So a start without the embedded server is not refused. */
    @Test
    void devModeHasTheServerOnlyIfItIsEnabled() {
        Thread.currentThread().setContextClassLoader(new DevMode(before));

        assertThat(sources(Map.of("rowmill.embedded", "true")))
                .singleElement()
                .isInstanceOf(EmbeddedPostgresSource.class);
        assertThat(sources(Map.of("rowmill.embedded", "false"))).isEmpty();
    }

    /** The loader of an application in dev mode. It sees the build classes, and the jar is in another loader. */
    private static final class DevMode extends ClassLoader {

        DevMode(ClassLoader parent) {
            super(parent);
        }

        @Override
        public String toString() {
            return "QuarkusClassLoader:Quarkus Runtime ClassLoader: DEV restart no:0@1";
        }
    }

    private static Iterable<ConfigSource> sources(Map<String, String> settings) {
        return new EmbeddedPostgresConfig().getConfigSources(new Settings(settings));
    }
}
