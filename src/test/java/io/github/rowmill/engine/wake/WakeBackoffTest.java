package io.github.rowmill.engine.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WakeBackoffTest {

    private static final Duration MAX = Duration.ofSeconds(1);

    private final WakeBackoff restraint = new WakeBackoff(MAX, new Random(1));

    @Test
    void theFirstWakeUpHasNoDelay() {
        assertThat(restraint.delay()).isZero();
    }

    @ParameterizedTest(name = "{0} misses in a row -> at most {1} ms")
    @CsvSource({"1, 10", "2, 20", "3, 40", "7, 640", "8, 1000", "1000, 1000"})
    void theWaitDoublesWithEachMissUpToThePollInterval(int misses, long most) {
        IntStream.range(0, misses).forEach(i -> restraint.missed());

        List<Duration> delays =
                IntStream.range(0, 1000).mapToObj(i -> restraint.delay()).toList();

        assertThat(delays)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ZERO, Duration.ofMillis(most)))
                .anySatisfy(delay -> assertThat(delay).isLessThan(Duration.ofMillis(most / 5)))
                .anySatisfy(delay -> assertThat(delay).isGreaterThan(Duration.ofMillis(most * 4 / 5)));
    }

    @Test
    void aClaimThatFindsSomethingEndsTheWait() {
        IntStream.range(0, 20).forEach(i -> restraint.missed());

        restraint.found();

        assertThat(restraint.delay()).isZero();
    }

    @ParameterizedTest(name = "{0} nodes, an enqueue each {1} ms")
    @CsvSource({"200, 10", "200, 100", "200, 1000", "200, 7000", "50, 10", "2, 10"})
    void manyIdleNodesClaimRarelyAndStartTasksSoon(int nodes, int gap) {
        Herd herd = new Herd(nodes);

        herd.run(gap, 600_000 / gap);

        System.out.printf(
                "herd: %d nodes, an enqueue each %d ms: %.1f claims per enqueue, mean wait %.1f ms%n",
                nodes, gap, herd.claims / (double) herd.enqueues, herd.waited / herd.taken / 1e6);
        long warmingUp = nodes * 8L;
        assertThat(herd.claims).isLessThan(herd.enqueues + warmingUp + nodes * 600 * 4L);
        assertThat(herd.claims).isLessThanOrEqualTo(herd.enqueues * nodes);
        assertThat(herd.waited / herd.taken).isLessThan(Duration.ofMillis(30).toNanos());
        assertThat(herd.taken).isEqualTo(herd.enqueues);
    }

    /** Simulates nodes that receive the same notifications and never poll. Its time is simulated, too. */
    private static final class Herd {

        /** Duration of a claim. */
        private static final long CLAIM = Duration.ofMillis(1).toNanos();

        private record Answer(long at, int node) {}

        private final List<WakeBackoff> nodes = new ArrayList<>();
        private final boolean[] waiting;
        private final PriorityQueue<Answer> answers = new PriorityQueue<>(Comparator.comparing(Answer::at));
        private final List<Long> open = new ArrayList<>();
        private long enqueues;
        private long claims;
        private long taken;
        private double waited;

        Herd(int size) {
            IntStream.range(0, size).forEach(i -> nodes.add(new WakeBackoff(MAX, new Random(i))));
            waiting = new boolean[size];
        }

        void run(int gapMillis, int count) {
            long gap = Duration.ofMillis(gapMillis).toNanos();
            for (int i = 0; i < count; i++) {
                answerUntil(i * gap);
                enqueue(i * gap);
            }
            answerUntil(Long.MAX_VALUE);
        }

        private void enqueue(long now) {
            enqueues++;
            open.add(now);
            for (int node = 0; node < nodes.size(); node++) {
                if (!waiting[node]) {
                    waiting[node] = true;
                    answers.add(new Answer(now + nodes.get(node).delay().toNanos() + CLAIM, node));
                }
            }
        }

        private void answerUntil(long end) {
            while (!answers.isEmpty() && answers.peek().at() <= end) {
                Answer answer = answers.remove();
                waiting[answer.node()] = false;
                claims++;
                if (open.isEmpty()) {
                    nodes.get(answer.node()).missed();
                } else {
                    nodes.get(answer.node()).found();
                    taken += open.size();
                    open.forEach(since -> waited += answer.at() - since);
                    open.clear();
                }
            }
        }
    }
}
