package io.github.rowmill.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class OrdersTest {

    @Inject
    TaskQueue queue;

    @Inject
    Flows flows;

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
    void anOrderIsShippedWhenItsGiftsAreWrapped() {
        long flow = placed(new Orders.Order("ada", 10, false));
        while (mill.flow(flow).state() != FlowView.State.ENDED) { // a card may be declined
            flows.retry(flow);
            mill.drain();
        }

        assertThat(rows.text("""
                        select string_agg(name || ' ' || count, ', ' order by name)
                          from (select name, count(*) from sample_event group by name) e
                         where name in ('packed', 'shipped', 'charged')
                        """)).isEqualTo("charged 1, packed 12, shipped 1");
        assertThat(rows.text("select result #>> '{}' from rowmill_task where type = 'order-ship'"))
                .startsWith("paid by r-");
    }

    @Test
    void anExpressOrderEndsIfPaidOrDeclined() {
        long flow = placed(new Orders.Order("ada", 1, true));

        assertThat(mill.flow(flow).state()).isEqualTo(FlowView.State.ENDED);
        assertThat(rows.text("select string_agg(name, ' ' order by name) from sample_event"))
                .isIn("accepted charged packed shipped", "declined given up");
    }

    private long placed(Orders.Order order) {
        queue.enqueue(NewTask.of("order", order));
        mill.drain();
        return rows.number("select id from rowmill_flow");
    }
}
