package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.wake.Notifications;
import io.github.rowmill.feature.failure.FailureCounter;
import io.github.rowmill.feature.series.SeriesWriter;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * Tests {@code preferQueryMode=simple}. The server then learns the type of a parameter only from the text of the
 * statement.
 */
@QuarkusTest
@TestProfile(OwnConnectionsTest.SmallPool.class)
class SimpleModeTest extends EngineTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int PATIENCE_MILLIS = 5_000;

    @Inject
    Claimant claimant;

    @Inject
    EngineDatabase loops;

    @Inject
    HandClaims claims;

    @Inject
    Leases leases;

    @Inject
    Completions completions;

    @Inject
    Notifications notifications;

    @Inject
    FailureCounter failures;

    @Inject
    SeriesWriter series;

    private List<Lease> claimed(int tasks) {
        queue.enqueue(
                IntStream.range(0, tasks).mapToObj(i -> NewTask.of("noop")).toList());
        return claims.claim("default", Set.of("noop"), tasks).stream()
                .map(Claimed::lease)
                .toList();
    }

    @Test
    void theApplicationAndTheLoopsUseSimpleMode() throws SQLException {
        try (Connection connection = rows.connect()) {
            assertThat(connection.unwrap(PGConnection.class).getPreferQueryMode())
                    .isEqualTo(PreferQueryMode.SIMPLE);
        }
        String type = loops.statement(sql -> sql.first("select pg_typeof(?)", row -> row.getString(1), "text")
                .orElseThrow());
        assertThat(type).isEqualTo("unknown");
    }

    @Test
    void leasesAreRenewed() {
        List<Lease> held = claimed(3);

        assertThat(leases.renew(claimant, held, refused -> {})).containsExactlyInAnyOrderElementsOf(held);
    }

    @Test
    void successesAreWrittenTogether() {
        List<Lease> held = claimed(3);

        assertThat(completions.completeAll(claimant, Successes.of(held)).leases())
                .containsExactlyInAnyOrderElementsOf(held);
    }

    @Test
    void failuresAreWrittenAndCounted() {
        failures.flush();
        rows.execute("delete from rowmill_failure");
        NewTask failing =
                NewTask.of("probe", probes.behave(task -> Outcome.retry(new Exception("broken"), Duration.ofHours(1))));
        List<Enqueued> tasks = queue.enqueue(List.of(failing, failing));

        assertThat(mill.runOnce()).isEqualTo(2);

        assertThat(rows.of(tasks.get(0).id(), "concat(status, attempts, error)"))
                .isEqualTo("queued1java.lang.Exception: broken");
        await().untilAsserted(() -> {
            failures.flush();
            assertThat(rows.number("select coalesce(sum(count), 0) from rowmill_failure"))
                    .isEqualTo(2);
        });
    }

    @Test
    void nodesAreNotified() throws SQLException {
        try (Connection ear = rows.connect()) {
            ear.createStatement().execute("listen rowmill");

            notifications.send(List.of("simple"));

            assertThat(ear.unwrap(PGConnection.class).getNotifications(PATIENCE_MILLIS))
                    .extracting(PGNotification::getParameter)
                    .contains("simple");
            ear.createStatement().execute("unlisten *");
        }
    }

    @Test
    void uniqueKeysAreFound() {
        NewTask task = NewTask.of("noop").uniqueKey("simple");
        long first = queue.enqueue(task).id();

        assertThat(queue.enqueue(task)).isEqualTo(new Enqueued(first, Result.EXISTING));
    }

    @Test
    void minuteFiguresAreWritten() {
        series.flush();
        rows.execute("delete from rowmill_series");
        claimed(2);

        series.flush();

        assertThat(rows.number("select sum(enqueued) from rowmill_series where span = 1"))
                .isEqualTo(2);
    }
}
