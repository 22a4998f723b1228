package io.github.rowmill.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Each pool has limits of its own, so a thread that uses several pools must get a connection of the right one. */
@QuarkusTest
@TestProfile(ByHand.class)
class PoolsTest {

    private static final String NAME = "select current_setting('application_name')";

    @Inject
    AgroalDataSource application;

    @Inject
    EngineDatabase engine;

    @Inject
    ProbeDatabase probes;

    @Inject
    ReadDatabase readers;

    /** The threads of Quarkus's executor remember their last connection. */
    @Test
    void aThreadGetsNoConnectionOfAnotherPool() {
        CompletableFuture.runAsync(this::useAllPools, Infrastructure.getDefaultExecutor())
                .join();
    }

    private void useAllPools() {
        for (int round = 0; round < 2; round++) {
            assertThat(Sql.<String>on(application::getConnection, PoolsTest::name))
                    .doesNotStartWith("rowmill");
            assertThat(engine.<String>statement(PoolsTest::name)).isEqualTo("rowmill");
            assertThat(engine.<String>transaction(session -> Sql.of(session, PoolsTest::name)))
                    .isEqualTo("rowmill");
            assertThat(probes.<String>statement(PoolsTest::name)).isEqualTo("rowmill-health");
            assertThat(readers.<String>statement(PoolsTest::name)).isEqualTo("rowmill-read");
        }
    }

    private static String name(Sql sql) throws SQLException {
        return sql.first(NAME, row -> row.getString(1)).orElseThrow();
    }
}
