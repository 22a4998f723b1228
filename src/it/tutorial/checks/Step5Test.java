package org.acme.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.rowmill.testing.ManualMill;
import io.quarkus.mailer.MockMailbox;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step5Test {

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @Inject
    MockMailbox mails;

    @Test
    void theMailComesLastAndNamesTheParcel() {
        orders.place("a6", "ada@example.org", "DE");

        mill.drain();

        String mail = mails.getMailsSentTo("ada@example.org").get(0).getText();
        assertTrue(mail.matches("Your parcel is P-shop-\\d+\\."), mail);
        assertEquals(0, mails.getMailsSentTo("support@example.org").size());
        assertTrue(QuarkusTransaction.requiringNew().call(() -> Order.<Order>findById("a6").paid));
    }
}
