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
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class RentalsTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        mill.clear();
        rows.execute("delete from sample_event");
    }

    @Test
    void aRentalThatIsExtendedAndReturnedIsBilledForEachDay() {
        long id = rented(2);
        queue.signal(id, "extend", new Rentals.Extension(1));
        mill.drain();
        queue.signal(id, "return", new Rentals.Return(5));
        mill.drain();

        assertThat(events()).isEqualTo("code 1, day 3, reserved 1, returned 1");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aRentalThatIsNotReturnedIsKept() {
        long id = rented(1);
        mill.pass(id, Duration.ofSeconds(3));
        mill.drain();
        mill.pass(id, Duration.ofHours(1));
        mill.drain();

        assertThat(events()).isEqualTo("code 1, day 1, kept 1, reserved 1");
    }

    private long rented(int days) {
        long id = queue.enqueue(NewTask.of("rental", new Rentals.Rental("ada", days)))
                .id();
        mill.drain();
        return id;
    }

    private String events() {
        return rows.text("""
                select string_agg(name || ' ' || count, ', ' order by name)
                  from (select name, count(*) from sample_event group by name) e
                """);
    }
}
