package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueFullException;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class QueueRulesExampleTest {

    @ApplicationScoped
    static class Operations {

        @Inject
        Queues queues;

        @Inject
        TaskQueue tasks;

        void stopTheLetters() {
            queues.pauseType("billing", "dunning-letter"); // the queue's other tasks go on
            queues.pause("mail"); // none of its tasks is started
        }

        boolean offer(NewTask task) {
            try {
                tasks.enqueue(task);
                return true;
            } catch (QueueFullException full) {
                return false; // the caller tries again later
            }
        }

        void newestFirst() {
            queues.change("previews", rules -> rules.lifo(true));
        }

        void preventStarving() {
            queues.change("reports", rules -> rules.ageing(Duration.ofMinutes(10)));
            queues.change("mail", rules -> rules.weight(5)); // five tasks of mail for one of any other queue
        }

        void throttle() {
            queues.limit("mail", 5);
            Rate rate = Rate.of(100, Duration.ofMinutes(1)).burst(10);
            queues.change("mail", rules -> rules.rate(rate));
        }

        void forEachCustomer() {
            queues.change("crm", rules -> rules.ordered(true).blocks(true)); // one after the other
            queues.change("exports", rules -> rules.perKey(2)); // at most two at once
            Map<String, Integer> weights = Map.of("customer-7", 3);
            queues.change("bulk", rules -> rules.fair(true).keyWeights(weights)); // keys take turns
            Rate rate = Rate.of(60, Duration.ofMinutes(1)).burst(5);
            queues.change("calls", rules -> rules.keyRate(rate)); // sixty a minute
            queues.change("partners", rules -> rules.perKey(2).keyRate(rate)); // both limits
        }
    }

    @Inject
    Operations operations;

    @Inject
    Queues queues;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void withoutRules() {
        rows.clear();
        rows.execute("delete from rowmill_queue");
    }

    private QueueRules of(String queue) {
        return queues.rules(queue).orElseThrow();
    }

    @Test
    void theExamplesRun() {
        operations.stopTheLetters();
        operations.newestFirst();
        operations.preventStarving();
        operations.throttle();

        assertThat(of("billing").pausedTypes()).isEqualTo(Set.of("dunning-letter"));
        assertThat(of("previews").lifo()).isTrue();
        assertThat(of("reports").ageing()).isEqualTo(Duration.ofMinutes(10));
        assertThat(of("mail"))
                .isEqualTo(QueueRules.NONE
                        .paused(true)
                        .weight(5)
                        .concurrency(5)
                        .rate(new Rate(100, Duration.ofMinutes(1), 10)));
    }

    @Test
    void rulesForKeysAreStored() {
        operations.forEachCustomer();

        assertThat(of("crm")).isEqualTo(QueueRules.NONE.ordered(true).blocks(true));
        assertThat(of("exports")).isEqualTo(QueueRules.NONE.perKey(2));
        assertThat(of("bulk")).isEqualTo(QueueRules.NONE.fair(true).keyWeights(Map.of("customer-7", 3)));
        assertThat(of("calls")).isEqualTo(QueueRules.NONE.keyRate(new Rate(60, Duration.ofMinutes(1), 5)));
        assertThat(of("partners")).isEqualTo(of("calls").perKey(2));
    }

    @Test
    void anOfferToAFullQueueReturnsFalse() {
        queues.set("narrow", QueueRules.NONE.depth(1));

        assertThat(operations.offer(NewTask.of("noop").queue("narrow"))).isTrue();
        assertThat(operations.offer(NewTask.of("noop").queue("narrow"))).isFalse();
    }
}
