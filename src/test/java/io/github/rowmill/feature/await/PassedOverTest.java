package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.RarePolls;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.wake.Listener;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a claim passes over a row that is being marked. Polls are so rare that only wake-ups explain early
 * starts.
 */
@QuarkusTest
@TestProfile(RarePolls.class)
class PassedOverTest extends EngineTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Inject
    Listener listener;

    @BeforeEach
    void makeMarksWaitForALock() {
        rows.execute("""
                create function slow_mark() returns trigger language plpgsql as $$
                begin
                    perform pg_advisory_xact_lock(4711);
                    return new;
                end $$
                """);
        rows.execute("""
                create trigger slow_mark before update on rowmill_task for each row
                when (new.watched is distinct from old.watched) execute function slow_mark()
                """);
    }

    @AfterEach
    void makeMarksQuickAgain() {
        rows.execute("drop function slow_mark cascade");
    }

    @Test
    void aTaskSkippedDuringItsMarkIsClaimedRightAfter() throws Exception {
        await().atMost(SOON).until(listener::isListening);
        CompletableFuture<Object> result;
        try (Connection other = rows.connect();
                Statement lock = other.createStatement()) {
            lock.execute("select pg_advisory_lock(4711)");
            long id = insert();
            result = queue.result(id, Object.class).toCompletableFuture();
            await().atMost(SOON)
                    .until(() ->
                            rows.number("select count(*) from pg_locks where locktype = 'advisory' and not granted")
                                    == 1);
            long next = insert();
            lock.execute("select pg_notify('rowmill', 'marked')");
            await().atMost(SOON).until(() -> rows.of(next, "status").equals("completed"));
            assertThat(rows.of(id, "status")).isEqualTo("queued");
            lock.execute("select pg_advisory_unlock(4711)");
        }

        assertThat(result).succeedsWithin(SOON);
    }

    private long insert() {
        return rows.insert(TaskRow.of("noop").queue("marked"));
    }
}
