package org.acme;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.BadRequestException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class OutboxTest {

    @Inject
    Orders orders;

    @Inject
    EntityManager entities;

    @Inject
    ManualMill mill;

    @BeforeEach
    @Transactional
    void clear() {
        mill.clear();
        entities.createQuery("delete from Order").executeUpdate();
    }

    private long count() {
        return entities.createQuery("select count(*) from Order", Long.class).getSingleResult();
    }

    @Test
    void anOrderAndItsMailCommitTogether() {
        orders.place("ada", 350);

        assertEquals(1, count());
        assertThat(mill.tasks()).hasEnqueued("order-mail").once();
    }

    @Test
    void aRefusedOrderLeavesNoMail() {
        assertThrows(BadRequestException.class, () -> orders.place("ada", 100_001));

        assertEquals(0, count());
        assertThat(mill.tasks()).isEmpty();
    }

    @Test
    void aMailIsSentAgainAfterACrash() {
        orders.place("ada", 350);
        long mail = mill.tasks().all().get(0).getId();

        mill.crashOnce(mail); // the mail is sent, and nothing is recorded
        mill.drain();

        assertEquals(TaskStatus.COMPLETED, mill.task(mail).getStatus());
        assertEquals(2, mill.task(mail).getAttempts());
    }
}
