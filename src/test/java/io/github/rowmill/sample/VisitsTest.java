package io.github.rowmill.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class VisitsTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Test
    void eachVisitOfABatchIsStoredOnce() {
        mill.clear();
        rows.execute("delete from sample_event");
        queue.enqueue(IntStream.range(0, 30)
                .mapToObj(n -> NewTask.of("visit", new Event("ada", "visit", n)))
                .toList());
        mill.drain();

        assertThat(rows.number("select count(distinct n) from sample_event")).isEqualTo(30);
        assertThat(rows.number("select count(*) from sample_event")).isEqualTo(30);
    }
}
