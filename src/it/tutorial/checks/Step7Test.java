package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.mailer.MockMailbox;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step7Test {

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @Inject
    MockMailbox mails;

    @Test
    void anUnknownCountryHoldsTheMailAndTellsSupport() {
        orders.place("a7", "ada@example.org", "JA");

        mill.drain();

        assertThat(mill.tasks()).hasEnqueued("book-parcel").withStatus(TaskStatus.DEAD);
        assertEquals(0, mails.getMailsSentTo("ada@example.org").size());
        assertEquals(1, mails.getMailsSentTo("support@example.org").size());
    }
}
