package io.github.rowmill.feature.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.feature.failure.FailureReader.Place;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.FailureSignature;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the counts of failures, in groups of those that have the same cause. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class FailureCountsTest extends EngineTest {

    @Inject
    FailureCounter counter;

    @Inject
    FailureReader reader;

    @Inject
    FailureRows table;

    @Inject
    Event<TaskEvent> events;

    @BeforeEach
    void forgetFailures() {
        counter.flush();
        rows.execute("delete from rowmill_failure");
    }

    private void fail(long id, String queue, String type, Throwable cause) {
        events.fire(new TaskEvent.Ended(
                id, queue, type, 1, Outcome.retry(cause, Duration.ZERO), Duration.ofMillis(1), false));
    }

    private List<Failure> failures() {
        counter.flush();
        return reader.page(null, null, Place.FIRST, 100);
    }

    private static RuntimeException broken(int n) {
        return new IllegalStateException("pump %d is broken".formatted(n));
    }

    @Test
    void failuresOfOneCauseAreOneGroupOfAllTheirTypes() {
        fail(1, "q", "a", broken(1));
        fail(2, "q", "a", broken(2));
        counter.flush();
        fail(3, "other", "b", broken(3));

        assertThat(failures()).singleElement().satisfies(failure -> {
            assertThat(failure.attempts()).isEqualTo(3);
            assertThat(failure.types()).containsExactly("a", "b");
            assertThat(failure.sample()).isEqualTo(3);
            assertThat(failure.message()).isEqualTo("pump # is broken");
            assertThat(failure.first()).isBefore(failure.last());
        });
        assertThat(reader.page(Set.of("q"), null, Place.FIRST, 100))
                .extracting(Failure::attempts)
                .containsExactly(2L);
        assertThat(reader.page(null, "c", Place.FIRST, 100)).isEmpty();
    }

    @Test
    void anAttemptCarriesTheSignatureThatItsGroupHas() {
        long id = queue.enqueue(NewTask.of("test-fails", java.util.Map.of("message", "out of paper 7")))
                .id();
        mill.drain();

        await().untilAsserted(() -> assertThat(failures())
                .as("observers hear of an end once it is settled")
                .extracting(Failure::signature)
                .containsExactly(rows.text("select signature from rowmill_attempt where task = " + id)));
    }

    @Test
    void crashesAreAGroupOfTheirOwn() {
        events.fire(new TaskEvent.Recovered(7, "q", "a", 1, TaskStatus.QUEUED));

        assertThat(failures()).extracting(Failure::signature).containsExactly("crashed");
    }

    @Test
    void failuresAreStillCountedAfterAFailedWrite() {
        fail(1, "q", "a", broken(1));
        rows.asSuperuser("alter table rowmill_failure rename to rowmill_failure_away");
        try {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(counter::flush))
                    .isNotNull();
        } finally {
            rows.asSuperuser("alter table rowmill_failure_away rename to rowmill_failure");
        }
        fail(2, "q", "a", broken(2));

        assertThat(failures()).extracting(Failure::attempts).containsExactly(2L);
    }

    /** The limit holds for the counts between two rounds. The node's own rounds go on, and one may come in between. */
    @Test
    void newMessagesBeyondTheLimitAreOneFailure() {
        await().untilAsserted(() -> {
            forgetFailures();
            for (int i = 0; i < 1_500; i++) {
                fail(i, "q", "a", new IllegalStateException("word" + "x".repeat(i % 40) + "y".repeat(i / 40)));
            }

            counter.flush();

            assertThat(rows.number("select sum(count) from rowmill_failure")).isEqualTo(1_500);
            assertThat(rows.number("select count(*) from rowmill_failure")).isEqualTo(1_001);
        });
    }

    @Test
    void nodesThatWriteTheSameRowsTogetherLoseNoCount() {
        List<CompletableFuture<Void>> nodes = IntStream.range(0, 4)
                .mapToObj(node -> Side.run(() -> addAsANode(new Random(node))))
                .toList();
        nodes.forEach(CompletableFuture::join);

        assertThat(rows.number("select sum(count) from rowmill_failure")).isEqualTo(800);
    }

    /** Adds failures of ten queues in 20 batches, in any order of the queues. */
    private void addAsANode(Random random) {
        UUID node = UUID.randomUUID();
        FailureSignature signature = FailureSignature.of(broken(1));
        List<String> names =
                new ArrayList<>(IntStream.range(0, 10).mapToObj(i -> "q" + i).toList());
        for (int batch = 1; batch <= 20; batch++) {
            Collections.shuffle(names, random);
            Map<FailureKey, FailureCount> counted = new LinkedHashMap<>();
            names.forEach(
                    name -> counted.put(new FailureKey(signature.id(), name, "a"), new FailureCount(signature, 1, 1)));
            table.add(node, batch, counted);
        }
    }

    @Test
    void pagesFollowEachOtherWithoutGaps() {
        for (int i = 0; i < 7; i++) {
            fail(i, "q", "a", new IllegalStateException("k".repeat(i + 1)));
        }
        counter.flush();

        List<Failure> first = reader.page(null, null, Place.FIRST, 4);
        Failure last = first.get(3);
        List<Failure> second = reader.page(null, null, new Place(last.last(), last.signature()), 4);

        assertThat(first).hasSize(4);
        assertThat(second).hasSize(3).doesNotContainAnyElementsOf(first);
    }

    @Test
    void failuresThatHaveNotOccurredForLongAreDeleted() {
        fail(1, "q", "a", broken(1));
        fail(2, "q", "a", new IllegalStateException("other"));
        counter.flush();
        rows.execute("update rowmill_failure set last = now() - interval '400 days' where message = 'other'");

        assertThat(table.trimOnce()).isEqualTo(1);
        assertThat(failures()).extracting(Failure::message).containsExactly("pump # is broken");
    }
}
