package org.acme.office;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Enqueues tasks in the transaction of a test, which is rolled back when the test ends. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class TestTransactionTest {

    @Inject
    Office office;

    @Inject
    TaskQueue tasks;

    @Inject
    EntityManager entities;

    @Test
    @TestTransaction
    void anEnqueueIsSeenInTheTransactionOfItsTest() {
        assertThat(count()).isZero();

        office.order("within");

        assertThat(count()).isEqualTo(1);
    }

    @Test
    @TestTransaction
    void anotherTestSeesNoTaskOfTheFirstTest() {
        anEnqueueIsSeenInTheTransactionOfItsTest();
    }

    /** An enqueue with a unique key uses a savepoint. The test also writes rows of its own. */
    @Test
    @TestTransaction
    void duplicatesAreFoundInTheTransactionOfATest() {
        office.file(new Office.Paper("within"));

        tasks.enqueue(List.of(paper("a"), paper("b"), paper("a")));
        tasks.enqueue(paper("a"));

        assertThat(count()).isEqualTo(2);
    }

    private static NewTask paper(String key) {
        return NewTask.of("file", new Office.Paper("within")).uniqueKey(key);
    }

    private long count() {
        return ((Number) entities.createNativeQuery(
                                "select count(*) from rowmill_task where details->>'text' = 'within'")
                        .getSingleResult())
                .longValue();
    }
}
