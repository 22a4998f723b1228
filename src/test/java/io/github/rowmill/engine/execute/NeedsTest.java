package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.handler.TestTypes;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeedsTest {

    @ParameterizedTest(name = "{0} workers, a pool of {1} -> {2}")
    @CsvSource({"50, 10, 9", "10, 10, 9", "10, 11, unlimited", "10, 50, unlimited", "50, 2, 1"})
    void transactionalTasksMayUseThePoolExceptTheReserve(int workers, int pool, String free) throws SQLException {
        Needs needs = needs(true, pool, Map.of("rowmill.workers", Integer.toString(workers)));

        assertThat(needs.connections().areScarce()).isEqualTo(!free.equals("unlimited"));
        assertThat(needs.connections().free())
                .isEqualTo(free.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(free));
        assertThat(needs.problems()).isEmpty();
    }

    @Test
    void withoutTransactionalHandlersAPoolOfOneIsEnough() throws SQLException {
        Needs needs = needs(false, 1, Map.of());

        assertThat(needs.connections().areScarce()).isFalse();
        assertThat(needs.problems()).isEmpty();
    }

    @Test
    void aPoolTooSmallForTransactionalHandlersIsRefused() throws SQLException {
        assertThat(needs(true, 1, Map.of()).problems())
                .singleElement()
                .asString()
                .contains("quarkus.datasource.jdbc.max-size is 1", "'plain'", "set at least 2");
    }

    @Test
    void aNodeThatOnlyEnqueuesNeedsNoConnectionForHandlers() throws SQLException {
        assertThat(needs(true, 1, Map.of("rowmill.enabled", "false")).problems())
                .isEmpty();
        assertThat(needs(true, 1, Map.of("rowmill.only-types", "other")).problems())
                .isEmpty();
    }

    /** Returns the needs of a node. Its pool has no server, because the tests need no connection. */
    private static Needs needs(boolean transactional, int pool, Map<String, String> settings) throws SQLException {
        var configuration = new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(connections -> connections
                        .maxSize(pool)
                        .connectionFactoryConfiguration(driver -> driver.jdbcUrl("jdbc:postgresql://localhost/none")));
        try (AgroalDataSource source = AgroalDataSource.from(configuration)) {
            var config = TestConfig.of(settings);
            return new Needs(TestTypes.handlers(config, TestTypes.plain(transactional)), config, source);
        }
    }
}
