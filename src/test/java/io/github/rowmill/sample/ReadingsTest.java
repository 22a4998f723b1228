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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class ReadingsTest {

    private static final int READINGS = 10;

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void eachReadingOfABatchIsStoredOnce() {
        List<NewTask> readings = IntStream.rangeClosed(1, READINGS)
                .mapToObj(value -> NewTask.of("reading", new Readings.Reading("ada", value)))
                .toList();
        queue.enqueue(readings);

        mill.drain();

        assertThat(rows.text("select string_agg(n::text, ' ' order by n) from sample_event"))
                .isEqualTo("1 2 3 4 5 6 7 8 9 10");
        assertThat(rows.number("select count(*) from rowmill_task where type = 'reading' and status = 'completed'"))
                .isEqualTo(READINGS);
    }
}
