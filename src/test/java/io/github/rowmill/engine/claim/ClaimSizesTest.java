package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClaimSizesTest {

    /** Size of the heap. Held payloads may fill a sixteenth of it. A payload of these tests has two bytes. */
    private static final long HEAP = 16 * 200;

    private static final int ROOM = 1000;

    private final ClaimSizes sizes = new ClaimSizes(HEAP);

    @Test
    void theFirstClaimOfAQueueUsesItsWholeRoom() {
        assertThat(sizes.of("mail", 150, 0)).isEqualTo(150);
    }

    @Test
    void theClaimSizeFollowsTheLastPayloadsAndTheHeldBytes() {
        sizes.succeeded("mail", 10, tasks(10));

        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(100);
        assertThat(sizes.of("mail", ROOM, 150)).isEqualTo(25);
        assertThat(sizes.of("mail", 7, 0)).isEqualTo(7);
        assertThat(sizes.of("reports", ROOM, 0)).isEqualTo(200);
    }

    @Test
    void aClaimMayAlwaysTakeOneTask() {
        sizes.succeeded("mail", 10, tasks(10));

        assertThat(sizes.of("mail", ROOM, 10_000)).isEqualTo(1);
        assertThat(sizes.bytesLeft(10_000)).isZero();
    }

    @Test
    void aFailureHalvesTheSizeAndASuccessAddsAnEighth() {
        sizes.failed("mail", 80);
        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(40);
        sizes.failed("mail", 40);
        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(20);

        sizes.succeeded("mail", 20, tasks(20));
        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(23);
        sizes.succeeded("mail", 23, tasks(23));

        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(26);
        assertThat(sizes.of("reports", ROOM, 0)).isEqualTo(200);
    }

    @Test
    void aFailureLeavesASizeOfAtLeastOne() {
        sizes.failed("mail", 1);

        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(1);
    }

    @Test
    void aClaimLimitedByRulesSetsTheSizeOfTheNextClaim() {
        sizes.heldBack("mail", 8);
        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(8);
        sizes.succeeded("mail", 8, tasks(8));
        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(10);

        sizes.heldBack("mail", 0);
        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(1);
    }

    @Test
    void aSuccessfulSmallClaimDoesNotChangeTheSize() {
        sizes.failed("mail", 80);

        sizes.succeeded("mail", 3, tasks(3));

        assertThat(sizes.of("mail", ROOM, 0)).isEqualTo(40);
    }

    @Test
    void heldBytesAboveHalfOfTheBoundCountAsHalfFull() {
        assertThat(sizes.isHalfFull(100)).isFalse();
        assertThat(sizes.isHalfFull(101)).isTrue();
    }

    private static List<Claimed> tasks(int count) {
        return LongStream.range(0, count)
                .mapToObj(id -> ClaimedTasks.claimed(id, "mail"))
                .toList();
    }
}
