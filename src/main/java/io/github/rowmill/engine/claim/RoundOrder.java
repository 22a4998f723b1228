package io.github.rowmill.engine.claim;

import io.github.rowmill.node.RecentEntries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Chooses the order in which a pass claims from queues, and the share of the room that each queue gets. The first
 * queue of each pass is chosen by smooth weighted round-robin (as nginx balances its upstreams). In any {@code n}
 * passes over the same queues, with {@code n} the sum of their weights, each queue is first as often as its
 * weight. So weights count even if each pass has room for one task, and no queue is left out. Called under the
 * claimer's lock.
 */
final class RoundOrder {

    private final Map<String, Integer> credits = new RecentEntries<>();

    /**
     * A queue's place in a pass.
     *
     * @param rest sum of the weights of this queue and of all queues behind it
     */
    record Turn(String queue, int weight, int rest) {

        /**
         * Returns the queue's share of the room that the queues before it have left. It is at least one if there
         * is any room.
         */
        int of(int room) {
            return (int) (((long) room * weight + rest - 1) / rest);
        }
    }

    /** Returns the order of the next pass over these queues. */
    List<Turn> next(Collection<String> names, ToIntFunction<String> weights) {
        List<String> queues = new ArrayList<>(names);
        int all = queues.stream().mapToInt(weights).sum();
        queues.forEach(queue -> credits.merge(queue, weights.applyAsInt(queue), Integer::sum));
        queues.sort(Comparator.comparing((String queue) -> credits.getOrDefault(queue, 0))
                .reversed());
        queues.stream().findFirst().ifPresent(first -> credits.merge(first, -all, Integer::sum));
        List<Turn> turns = new ArrayList<>();
        int rest = all;
        for (String queue : queues) {
            int weight = weights.applyAsInt(queue);
            turns.add(new Turn(queue, weight, rest));
            rest -= weight;
        }
        return turns;
    }
}
