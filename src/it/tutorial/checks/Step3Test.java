package org.acme.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.api.Schedules;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.mailer.MockMailbox;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step3Test {

    @Inject
    Orders orders;

    @Inject
    Schedules schedules;

    @Inject
    ManualMill mill;

    @Inject
    MockMailbox mails;

    @Test
    void eachOfficeCountsTheOrdersOfItsCountry() {
        orders.place("a3", "ada@example.org", "DE");

        schedules.runNow("report-berlin");
        schedules.runNow("report-tokyo");
        mill.drain();

        assertEquals(
                "[Orders from DE: 1, Orders from JP: 0]",
                mails.getMailsSentTo("office@example.org").stream()
                        .map(mail -> mail.getSubject())
                        .sorted()
                        .toList()
                        .toString());
    }
}
