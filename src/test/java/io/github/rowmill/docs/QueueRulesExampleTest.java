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
                return false; // tell whoever asks to come again later
            }
        }

        void newestFirst() {
            queues.change("previews", rules -> rules.lifo(true));
        }

        void letNobodyStarve() {
            queues.change("reports", rules -> rules.ageing(Duration.ofMinutes(10)));
            queues.change("mail", rules -> rules.weight(5)); // five tasks of mail for one of any other queue
        }

        void throttle() {
            queues.limit("mail", 5);
            Rate rate = Rate.of(100, Duration.ofMinutes(1)).burst(10);
            queues.change("mail", rules -> rules.rate(rate));
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
        operations.letNobodyStarve();
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
    void aFullQueueIsNoError() {
        queues.set("narrow", QueueRules.NONE.depth(1));

        assertThat(operations.offer(NewTask.of("noop").queue("narrow"))).isTrue();
        assertThat(operations.offer(NewTask.of("noop").queue("narrow"))).isFalse();
    }
}
