package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that rules are written as a whole, or not at all. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QueuesTest extends EngineTest {

    private static final String QUEUE = "ruled";

    private static final QueueRules ALL = QueueRules.NONE
            .paused(true)
            .pausedTypes(Set.of("report", "bill"))
            .depth(1000)
            .concurrency(5)
            .perKey(1)
            .rate(Rate.of(100, Duration.ofMinutes(1)).burst(10))
            .keyRate(Rate.of(2, Duration.ofMillis(1500)))
            .ordered(true)
            .blocks(true)
            .fair(true)
            .ageing(Duration.ofMinutes(10))
            .weight(7)
            .keyWeights(Map.of("customer-7", 3, "customer-9", 1000));

    @Inject
    Queues queues;

    @BeforeEach
    void withoutRules() {
        rows.execute("delete from rowmill_queue");
    }

    private long ruled() {
        return rows.number("select count(*) from rowmill_queue");
    }

    @Test
    void everyRuleIsReadAsItWasWritten() {
        queues.set(QUEUE, ALL);
        queues.set("stack", QueueRules.NONE.lifo(true));

        assertThat(queues.all())
                .containsExactly(
                        new Queues.Ruled(QUEUE, ALL, false, null),
                        new Queues.Ruled("stack", QueueRules.NONE.lifo(true), false, null));
        assertThat(rows.text("""
                        select concat_ws(' ', paused, paused_types, depth, concurrency, per_key, rate, rate_period, rate_burst, key_rate,
                                         key_rate_period, key_rate_burst, ordered, blocks, fair, lifo, ageing, weight, key_weights)
                          from rowmill_queue where name = 'ruled'
                        """))
                .isEqualTo(
                        "t {bill,report} 1000 5 1 100 00:01:00 10 2 00:00:01.5 1 t t t f 00:10:00 7 {\"customer-7\": 3, \"customer-9\": 1000}");
    }

    @Test
    void aChangeOfOneRuleLeavesTheOtherRules() {
        queues.set(QUEUE, ALL);

        queues.resume(QUEUE);
        queues.unlimit(QUEUE);
        queues.pauseType(QUEUE, "letter");
        queues.resumeType(QUEUE, "bill");

        assertThat(queues.rules(QUEUE))
                .contains(ALL.paused(false).concurrency(null).pausedTypes(Set.of("letter", "report")));
    }

    @Test
    void aQueueWithoutAnyRuleLosesItsRow() {
        queues.set(QUEUE, ALL);
        assertThat(ruled()).isEqualTo(1);

        queues.set(QUEUE, QueueRules.NONE);
        queues.resumeType(QUEUE, "never paused");

        assertThat(ruled()).isZero();
        assertThat(queues.rules(QUEUE)).isEmpty();
    }

    @Test
    void deletedRulesAreNotFound() {
        queues.set(QUEUE, ALL);

        queues.delete(QUEUE);
        queues.delete(QUEUE);

        assertThat(queues.find(QUEUE)).isEmpty();
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong(rules -> rules.concurrency(0), "concurrency", "must be at least 1, was 0"),
                wrong(rules -> rules.depth(0), "depth", "must be at least 1, was 0"),
                wrong(rules -> rules.perKey(1_000_001), "perKey", "must be 1 to 1000000, was 1000001"),
                wrong(rules -> rules.weight(1001), "weight", "must be 1 to 1000, was 1001"),
                wrong(rules -> rules.keyWeights(Map.of("a", 0)), "keyWeights", "must be 1 to 1000, was 0"),
                wrong(rules -> rules.ageing(Duration.ZERO), "ageing", "must be PT0.001S to PT876000H, was PT0S"),
                wrong(
                        rules -> rules.rate(new Rate(0, Duration.ofSeconds(1), 1)),
                        "rate",
                        "must be 1 to 1000000, was 0"),
                wrong(
                        rules -> rules.keyRate(Rate.of(1, Duration.ofDays(366))),
                        "keyRatePeriod",
                        "must be PT0.001S to PT8760H, was PT8784H"),
                wrong(
                        rules -> rules.rate(Rate.of(1, Duration.ofSeconds(1)).burst(-1)),
                        "rateBurst",
                        "must be 1 to 1000000, was -1"),
                wrong(
                        rules -> rules.pausedTypes(Set.of("a\0b")),
                        "pausedTypes",
                        "must not hold U+0000 or half a surrogate pair: PostgreSQL cannot store it"),
                wrong(
                        rules -> rules.ordered(true).lifo(true),
                        "lifo",
                        "cannot be set together with ordered; leave one of them out"),
                wrong(
                        rules -> rules.ordered(true).perKey(2),
                        "perKey",
                        "must be 1 or left out where ordered is set, was 2"),
                wrong(
                        rules -> rules.blocks(true),
                        "blocks",
                        "is for ordered tasks only; set ordered too, or leave it out"));
    }

    private static Arguments wrong(UnaryOperator<QueueRules> change, String field, String message) {
        return Arguments.of(change, field, message);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongRuleIsRefusedByFieldAndValueAndLeavesNothingBehind(
            UnaryOperator<QueueRules> change, String field, String message) {
        InvalidRuleException refused =
                catchThrowableOfType(InvalidRuleException.class, () -> queues.change(QUEUE, change));

        assertThat(refused.violations()).containsExactly(new Violation(field, message));
        assertThat(ruled()).isZero();
    }

    @Test
    void aRefusedChangeLeavesTheCallersTransactionAsItWas() {
        queues.limit(QUEUE, 4);

        long id = QuarkusTransaction.requiringNew().call(() -> {
            assertThatThrownBy(() -> queues.limit(QUEUE, -1)).isInstanceOf(InvalidRuleException.class);
            return queue.enqueue(NewTask.of("noop")).id();
        });

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(queues.rules(QUEUE)).contains(QueueRules.NONE.concurrency(4));
    }

    @Test
    void concurrentChangesOfRulesLoseNothing() throws Exception {
        int threads = 4;
        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            var changes = IntStream.range(0, threads)
                    .mapToObj(thread -> executor.submit(() -> {
                        together.await();
                        for (int i = 0; i < 10; i++) {
                            queues.pauseType(QUEUE, "type-%d-%d".formatted(thread, i));
                        }
                        return null;
                    }))
                    .toList();
            for (Future<?> change : changes) {
                change.get();
            }
        } finally {
            executor.shutdown();
        }

        assertThat(queues.rules(QUEUE).orElseThrow().pausedTypes()).hasSize(threads * 10);
    }

    @Test
    void theTableRefusesInvalidRulesAndJavaInvalidNames() {
        assertThatThrownBy(
                        () -> rows.execute("insert into rowmill_queue (name, ordered, lifo) values ('x', true, true)"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> queues.pause("x".repeat(201)))
                .isInstanceOf(InvalidRuleException.class)
                .hasMessageContaining("queue: must have 1 to 200 characters");
    }
}
