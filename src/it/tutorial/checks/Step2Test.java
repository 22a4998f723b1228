package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.rowmill.testing.ManualMill;
import io.quarkus.mailer.MockMailbox;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step2Test {

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @Inject
    MockMailbox mails;

    @Test
    void anOrderSendsOneMailAndARefusedOrderNone() {
        orders.place("a2", "ada@example.org", "DE");
        assertThrows(RuntimeException.class, () -> orders.place("a2", "ada@example.org", "DE"));

        mill.drain();

        assertThat(mill.tasks()).hasEnqueued("order-mail").once();
        assertEquals(
                "Thank you.", mails.getMailsSentTo("ada@example.org").get(0).getText());
    }
}
