package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.JDBCException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a claim is no larger than the memory allows and the database accepts. */
@QuarkusTest
@TestProfile(ByHand.class)
class LargePayloadsTest extends EngineTest {

    private static final int PAYLOAD = 200_000;

    @Inject
    Claimer claimer;

    @Inject
    Heard heard;

    /** Runs fast handlers, so that thousands of tasks may wait on the node. */
    @BeforeEach
    void getToKnowFastHandlers() {
        queue.enqueue(IntStream.range(0, 500).mapToObj(i -> NewTask.of("noop")).toList());
        mill.drain();
        heard.clear();
    }

    @AfterEach
    void empty() {
        rows.asSuperuser("truncate rowmill_task, rowmill_attempt");
    }

    @Test
    void aClaimTakesNoMorePayloadThanAShareOfTheHeap() {
        rows.insert(
                TaskRow.of("noop")
                        .set("details", "jsonb_build_object('text', repeat(md5(g::text), %d))".formatted(PAYLOAD / 32)),
                2000);
        long most = Runtime.getRuntime().maxMemory() / 16 / PAYLOAD;

        mill.drain();

        assertThat(heard.of(TaskEvent.Claimed.class))
                .allSatisfy(claim -> assertThat((long) claim.count()).isLessThanOrEqualTo(most));
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and attempts = 1"))
                .isEqualTo(2500);
    }

    @Test
    void aClaimThatIsTooLargeForTheDatabaseIsTriedAgainWithFewer() {
        rows.asSuperuser("""
                create function refuse() returns trigger language plpgsql as $$
                begin
                    if (select count(*) from taken where status = 'executing') > 150 then
                        raise 'too many at once';
                    end if;
                    return null;
                end $$;
                create trigger refuse after update on rowmill_task
                    referencing new table as taken for each statement execute function refuse()
                """);
        try {
            queue.enqueue(
                    IntStream.range(0, 1000).mapToObj(i -> NewTask.of("noop")).toList());

            for (int round = 0; round < 200 && left() > 0; round++) {
                claimUnlessRefused();
            }

            assertThat(left()).isZero();
        } finally {
            rows.asSuperuser("drop trigger refuse on rowmill_task; drop function refuse");
        }
    }

    private long left() {
        return rows.number("select count(*) from rowmill_task where status = 'queued'");
    }

    private void claimUnlessRefused() {
        try {
            claimer.claimFrom(List.of("default"));
        } catch (JDBCException refused) {
            assertThat(refused).hasMessageContaining("too many at once");
        }
    }
}
