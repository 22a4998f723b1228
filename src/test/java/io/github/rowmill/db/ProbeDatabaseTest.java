package io.github.rowmill.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** Tests probes whose connection was lost. It may have been idle for a minute, and the database is still available. */
@QuarkusTest
@TestProfile(ByHand.class)
class ProbeDatabaseTest extends EngineTest {

    private static final String SESSIONS =
            " from pg_stat_activity where application_name = 'rowmill-health' and datname = current_database()";

    @Inject
    ProbeDatabase probes;

    @Test
    void aProbeReplacesALostConnection() {
        int before = backend();
        for (int i = 0; i < 3; i++) {
            rows.asSuperuser("select pg_terminate_backend(pid)" + SESSIONS);
            await().until(() -> rows.number("select count(*)" + SESSIONS) == 0);

            int now = backend();

            assertThat(now).isNotEqualTo(before);
            before = now;
        }
    }

    private int backend() {
        return probes.statement(sql -> sql.first("select pg_backend_pid()", row -> row.getInt(1)))
                .orElseThrow();
    }
}
