package io.github.rowmill.engine.claim;

import io.github.rowmill.node.Recent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * In which order the queues of a round are asked, and with what share of the room. Queues of one weight take turns in being
 * first. Where weights differ, the first of each round is chosen by smooth weighted round-robin (as nginx balances its
 * upstreams): in any {@code n} rounds, with {@code n} the sum of the weights, each is first as often as its weight says, so
 * that weights count even where each round has room for one task. Called under the claimer's lock.
 */
final class RoundOrder {

    private final Map<String, Integer> credits = new Recent<>();
    private int turn;

    /** {@code rest}: its own weight and that of all queues behind it. */
    record Turn(String queue, int weight, int rest) {

        /** Its share of the room that those before it have left, one at least if there is any. */
        int of(int room) {
            return (int) (((long) room * weight + rest - 1) / rest);
        }
    }

    List<Turn> next(Collection<String> names, ToIntFunction<String> weights) {
        List<String> queues = new ArrayList<>(names);
        int rest = queues.stream().mapToInt(weights).sum();
        if (queues.stream().mapToInt(weights).distinct().count() <= 1) {
            Collections.rotate(queues, turn++);
        } else {
            queues.forEach(queue -> credits.merge(queue, weights.applyAsInt(queue), Integer::sum));
            queues.sort(Comparator.comparing((String queue) -> credits.getOrDefault(queue, 0))
                    .reversed());
            credits.merge(queues.get(0), -rest, Integer::sum);
        }
        List<Turn> turns = new ArrayList<>();
        for (String queue : queues) {
            int weight = weights.applyAsInt(queue);
            turns.add(new Turn(queue, weight, rest));
            rest -= weight;
        }
        return turns;
    }
}
