package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a fair queue, whose keys take turns by their weights. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class FairKeysTest extends KeysOfTurnsTest {

    @Test
    void inAFairQueueAnotherKeysTaskIsNotDelayedByAFlood() {
        rules("fair = true");
        enqueue("flood", 60);
        long other = enqueue("other");

        assertThat(ids(claim(10))).hasSize(10).contains(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run_at = now() + interval '1 hour', priority = 0", "type = 'of-another-node', priority = 0"})
    void aFairQueueServesAKeyWhoseFirstTasksCannotStart(String first) {
        rules("fair = true");
        enqueue("flood", 60);
        enqueue("other", 20);
        rows.execute("update rowmill_task set priority = 1");
        rows.execute("update rowmill_task set %s where key = 'other'".formatted(first));
        long other = enqueue("other");
        rows.execute("update rowmill_task set priority = 1 where id = " + other);

        assertThat(ids(claim(10))).hasSize(10).contains(other);
    }

    @Test
    void keysOfAFairQueueTakeTurnsIfANodeHasRoomForOneTask() {
        rules("fair = true");
        enqueue("many", 60);
        enqueue("few", 3);

        assertThat(claimOneByOne(6)).containsExactly("many", "few", "many", "few", "many", "few");
    }

    @Test
    void aKeyTakesAsManyInItsTurnAsItsWeight() {
        rules("fair = true, key_weights = '{\"heavy\": 3}'");
        enqueue("heavy", 60);
        enqueue("light", 60);

        assertThat(byKey(claim(40))).isEqualTo(Map.of("heavy", 30L, "light", 10L));
        assertThat(claimOneByOne(8))
                .containsExactly("heavy", "heavy", "heavy", "light", "heavy", "heavy", "heavy", "light");
    }

    @Test
    void aKeyThatIsAtItsLimitTakesNoMoreByItsWeight() {
        rules("per_key = 2, key_weights = '{\"big\": 3}'");
        enqueue("big", 9);
        enqueue("small", 9);

        assertThat(byKey(claim(10))).isEqualTo(Map.of("big", 2L, "small", 2L));
    }

    @Test
    void aKeyWithParkedTasksKeepsTheWeightOfItsTurn() {
        rules("per_key = 3, key_weights = '{\"big\": 2}'");
        enqueue("big", 12);
        enqueue("small", 12);
        complete(claim(10));
        List<String> keys = claimOneByOne(6);

        assertThat(keys).containsSubsequence("big", "big").containsSubsequence("small", "small");
        assertThat(keys.stream().filter("big"::equals)).hasSize(4);
    }

    @Test
    void aClaimFindsAnotherKeyBehindAFloodAtItsLimit() {
        rules("per_key = 1");
        enqueue("flood", 60);
        long other = enqueue("other");

        assertThat(ids(claim(10))).contains(other);
    }

    @Test
    void keysTakeTurns() {
        rules("per_key = 1");
        for (String key : List.of("a", "b", "c")) {
            enqueue(key, 3);
        }
        complete(claim(10));
        List<String> order = claimOneByOne(6);

        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(order.subList(3, 6)).containsExactlyInAnyOrder("a", "b", "c");
    }
}
