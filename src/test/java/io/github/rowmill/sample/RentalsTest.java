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

    private static final long SECONDS = 3_600;
    private static final Duration HOUR = Duration.ofSeconds(SECONDS);

    private static final String EFFECTS = """
            select string_agg(name || ' ' || count, ', ' order by name)
              from (select name, count(*) from sample_event group by name) e
            """;

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
    void aRentalIsClosedWhenItsBikeReturns() {
        long id = rented(SECONDS);
        mill.pass(id, HOUR);
        mill.drain();

        mill.signal(id, "returned", new Rentals.Return(7));
        mill.drain();

        assertThat(mill.result(id, Rentals.Closed.class)).isEqualTo(new Rentals.Closed(reservedBike(), 7));
        assertThat(rows.text(EFFECTS)).isEqualTo("close 1, day 3, deposit 1, reserve 1");
    }

    @Test
    void aRentalIsClosedWithoutASlipIfItsBikeIsLate() {
        long id = rented(0);

        mill.pass(id, HOUR);
        mill.drain();

        assertThat(mill.result(id, Rentals.Closed.class)).isEqualTo(new Rentals.Closed(reservedBike(), 0));
    }

    @Test
    void aCrashRepeatsNoStepOfARental() {
        long id = rented(0);
        mill.signal(id, "returned", new Rentals.Return(8));

        mill.crashOnce(id);
        mill.drain();

        assertThat(mill.result(id, Rentals.Closed.class)).isEqualTo(new Rentals.Closed(reservedBike(), 8));
        assertThat(rows.text(EFFECTS)).isEqualTo("close 1, day 3, deposit 1, reserve 1");
    }

    /** Enqueues a rental, and runs it until it sleeps or waits. */
    private long rented(long seconds) {
        long id = queue.enqueue(NewTask.of("rental", new Rentals.Rental("ada", 3, seconds, SECONDS)))
                .id();
        mill.drain();
        return id;
    }

    private int reservedBike() {
        return (int) rows.number("select n from sample_event where name = 'reserve'");
    }
}
