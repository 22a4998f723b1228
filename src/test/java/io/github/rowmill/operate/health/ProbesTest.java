package io.github.rowmill.operate.health;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.sweep.Recoverer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that any number of probes cost the database one read, and do not hold up the loops. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class ProbesTest {

    private static final int PROBES = 20;

    private static final String WAITING =
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%rowmill_schema_history%'";

    @Inject
    Rows rows;

    @Inject
    Recoverer recoverer;

    @Test
    void manyProbesShareOneReadAndBlockNoLoop() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(PROBES);
        List<Future<Integer>> probes = new ArrayList<>();
        try (Connection other = rows.connectAsSuperuser()) {
            other.setAutoCommit(false);
            other.createStatement().execute("lock table rowmill_schema_history in access exclusive mode");

            await().until(() -> {
                probes.add(callers.submit(ProbesTest::probe));
                return rows.number(WAITING) > 0;
            });
            for (int i = 0; i < PROBES; i++) {
                probes.add(callers.submit(ProbesTest::probe));
            }
            await().during(Duration.ofSeconds(1)).until(() -> rows.number(WAITING) == 1);
            assertThat(recoverer.recoverOnce()).isZero();

            other.rollback();
        }
        for (Future<Integer> probe : probes) {
            assertThat(probe.get(30, TimeUnit.SECONDS)).isEqualTo(200);
        }
        callers.shutdown();
    }

    private static int probe() {
        return given().get("/q/health/ready").statusCode();
    }
}
