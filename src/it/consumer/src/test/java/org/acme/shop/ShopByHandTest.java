package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Uses the test kit as an application does. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(ShopByHandTest.ByHand.class)
class ShopByHandTest {

    public static class ByHand implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("rowmill.enabled", "false");
        }
    }

    @Inject
    Shop shop;

    @Inject
    ThankYou thankYou;

    @Inject
    TaskQueue tasks;

    @Inject
    ManualMill mill;

    @Inject
    EntityManager entities;

    @Test
    @TestTransaction
    void aSaleEnqueuesAReceiptAndAThankYou() {
        shop.sell(11, "ada");

        assertThat(mill.tasks())
                .hasEnqueued("thank-you")
                .withPayload(new ThankYou.Mail("ada"))
                .once();
        assertThat(mill.tasks()).hasEnqueued("write-receipt").withStatus(TaskStatus.QUEUED);
    }

    @Test
    void aReceiptIsWrittenOnceThoughTheNodeDies() {
        var purchase = new Receipts.Purchase(12, List.of(new Receipts.Item("tea", 350)));
        long id = tasks.enqueue(NewTask.of("write-receipt", purchase)).id();

        mill.crashOnce(id);
        assertThat(receipts(12)).isZero();

        mill.drain();
        assertThat(receipts(12)).isEqualTo(1);
        assertThat(mill.task(id).getAttempts()).isEqualTo(2);
    }

    @Test
    void theThankYouIsSentBeforeTheSaleReturnsIfTasksRunInline() {
        try (var inline = mill.inline()) {
            shop.sell(13, "barbara");
        }

        assertThat(thankYou.sent).containsOnlyOnce("barbara");
        assertThat(receipts(13)).isEqualTo(1);
    }

    @Test
    void aLateThankYouIsSentWhenItsTimeHasCome() {
        tasks.enqueue(NewTask.of("thank-you", new ThankYou.Mail("grace")).delay(Duration.ofDays(1)));
        mill.drain();
        assertThat(thankYou.sent).doesNotContain("grace");

        mill.pass(Duration.ofDays(1));
        mill.drain();

        assertThat(thankYou.sent).contains("grace");
    }

    private long receipts(long purchase) {
        return entities.createQuery("select count(r) from Receipt r where r.purchase = :purchase", Long.class)
                .setParameter("purchase", purchase)
                .getSingleResult();
    }
}
