package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.mailer.MockMailbox;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ShopTest {

    private static final String ADA = "ada@example.org";

    @Inject
    Orders orders;

    @Inject
    TaskQueue tasks;

    @Inject
    ManualMill mill;

    @Inject
    MockMailbox mails;

    @BeforeEach
    void clear() {
        mill.clear();
        mails.clear();
        QuarkusTransaction.requiringNew().run(() -> Order.deleteAll());
    }

    @Test
    void anOrderIsPaidAndSentAndMailed() {
        orders.place("a1", ADA, "DE");

        mill.drain();

        assertThat(mill.tasks()).hasEnqueued("charge-order").withStatus(TaskStatus.COMPLETED);
        assertEquals("Your order a1", mails.getMailsSentTo(ADA).get(0).getSubject());
    }

    @Test
    void anOrderThatRollsBackHasNoTasks() {
        orders.place("a1", ADA, "DE");

        assertThrows(RuntimeException.class, () -> orders.place("a1", ADA, "DE"));

        assertThat(mill.tasks()).hasEnqueued("order-mail").once();
    }

    @Test
    void aParcelIsBookedUnderTheSameKeyAfterACrash() {
        orders.place("a1", ADA, "DE");
        mill.runOnce(); // the charge
        long parcel = task("book-parcel");

        mill.crashOnce(parcel); // the partner has the booking, and nothing is recorded
        mill.drain();

        assertEquals(2, mill.task(parcel).getAttempts());
        assertEquals(
                "P-shop-" + parcel, mill.result(parcel, Parcels.Booking.class).number());
        assertEquals(1, mails.getMailsSentTo(ADA).size());
    }

    @Test
    void aMendedParcelLetsTheMailGo() {
        orders.place("a1", ADA, "JA");
        mill.drain();
        assertThat(mill.tasks()).hasEnqueued("book-parcel").withStatus(TaskStatus.DEAD);
        assertEquals(1, mails.getMailsSentTo("support@example.org").size());

        tasks.retry(task("book-parcel"), RetryOptions.NONE.patch("{\"country\": \"JP\"}"));
        mill.drain();

        assertEquals(1, mails.getMailsSentTo(ADA).size());
    }

    @Test
    void theReportOfTokyoCountsTheOrdersOfADay() {
        orders.place("a1", ADA, "JP");

        mill.pass("report-tokyo", Duration.ofDays(1));
        mill.runOnce();

        assertThat(mill.tasks()).hasEnqueued("nightly-report").withStatus(TaskStatus.COMPLETED);
        assertEquals(1, mails.getMailsSentTo("office@example.org").size());
    }

    private long task(String type) {
        return mill.tasks().all().stream()
                .filter(task -> task.getType().equals(type))
                .findFirst()
                .orElseThrow()
                .getId();
    }
}
