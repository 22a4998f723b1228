package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoundOrderTest {

    private static final List<String> QUEUES = List.of("a", "b", "c");

    private final RoundOrder order = new RoundOrder();

    @Test
    void queuesOfOneWeightTakeTurnsInBeingFirst() {
        assertThat(first(Map.of())).isEqualTo("a");
        assertThat(first(Map.of())).isEqualTo("b");
        assertThat(first(Map.of())).isEqualTo("c");
        assertThat(first(Map.of())).isEqualTo("a");
    }

    @Test
    void everyQueueIsFirstSometimesWhileQueuesComeAndGo() {
        List<String> firsts = new ArrayList<>();

        for (int pass = 0; pass < 12; pass++) {
            List<String> names = pass % 2 == 0 ? List.of("a", "b", "z") : List.of("c", "z");
            firsts.add(order.next(names, queue -> 1).get(0).queue());
        }

        assertThat(firsts).contains("a", "b", "c", "z");
    }

    @Test
    void theWeightOfAQueueSetsHowOftenTheQueueIsFirst() {
        Map<String, Integer> weights = Map.of("a", 5, "b", 2);
        Map<String, Integer> firsts = new TreeMap<>();

        for (int round = 0; round < 80; round++) {
            firsts.merge(first(weights), 1, Integer::sum);
        }

        assertThat(firsts).containsExactlyInAnyOrderEntriesOf(Map.of("a", 50, "b", 20, "c", 10));
    }

    @Test
    void noQueueIsFirstThreeTimesInARow() {
        Map<String, Integer> weights = Map.of("a", 2);
        StringBuilder firsts = new StringBuilder();

        for (int round = 0; round < 40; round++) {
            firsts.append(first(weights));
        }

        assertThat(firsts.toString()).doesNotContain("aaa").contains("b").contains("c");
    }

    @Test
    void theRoomIsSharedByWeightAndUsedUp() {
        List<RoundOrder.Turn> turns = order.next(List.of("a", "b"), queue -> queue.equals("a") ? 3 : 1);

        int left = 8;
        Map<String, Integer> shares = new TreeMap<>();
        for (RoundOrder.Turn turn : turns) {
            shares.put(turn.queue(), turn.of(left));
            left -= turn.of(left);
        }

        assertThat(shares).containsExactlyInAnyOrderEntriesOf(Map.of("a", 6, "b", 2));
        assertThat(left).isZero();
    }

    @Test
    void everyQueueGetsAtLeastOneTaskIfThereIsRoom() {
        List<RoundOrder.Turn> turns = order.next(QUEUES, queue -> queue.equals("a") ? 1000 : 1);

        assertThat(turns).allMatch(turn -> turn.of(1) == 1 && turn.of(0) == 0);
    }

    private String first(Map<String, Integer> weights) {
        return order.next(QUEUES, queue -> weights.getOrDefault(queue, 1))
                .get(0)
                .queue();
    }
}
