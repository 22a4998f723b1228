package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.fail;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Plays random sequences of all verbs on the service and on a model of it, one command at a time. After each command,
 * the answers and the tables must agree.
 *
 * <p>Each run prints its seed. It plays as many sequences as fit into half a minute, at most 2,000.
 * {@code ./mvnw test -Dtest=MachineTest -Dmachine.sequences=100000} plays exactly this number. A failure prints the
 * seed of its sequence, to play it again: {@code -Dmachine.sequences=1 -Dmachine.seed=...}. All commands that the
 * failure does not need are removed. The rest is printed as code, for a test in {@link SequencesTest}.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class MachineTest extends MachineHouse {

    private static final Duration MAX_TIME = Duration.ofSeconds(30);

    /** Number of sequences that are played even if they take longer. */
    private static final int MIN = 100;

    private static final int MAX = 2000;
    private static final Integer WANTED = Integer.getInteger("machine.sequences");
    private static final long SEED = Long.getLong("machine.seed", new SplittableRandom().nextLong());
    private static final int LENGTH = 40;

    @Test
    void theServiceDoesWhatTheModelSays() throws SQLException {
        System.out.printf("machine: -Dmachine.seed=%d%n", SEED);
        long begin = System.nanoTime();
        int played = 0;

        try (Player player = player(store)) {
            while (isOneMore(played, begin, longest())) {
                playOne(player, SEED + played);
                played++;
            }
        }

        System.out.printf("machine: %d sequences of %d commands%n", played, LENGTH);
    }

    /** Returns the time limit of a run without a number of sequences. */
    Duration longest() {
        return MAX_TIME;
    }

    private static boolean isOneMore(int played, long begin, Duration longest) {
        if (WANTED != null) {
            return played < WANTED;
        }
        return played < MIN || played < MAX && System.nanoTime() - begin < longest.toNanos();
    }

    private static void playOne(Player player, long seed) {
        List<Command> commands = new Generator(seed).sequence(LENGTH);
        if (player.play(commands).isPresent()) {
            fail("seed %d: %s", seed, player.shrink(commands));
        }
    }
}
