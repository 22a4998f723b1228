package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the machine can fail. It must find each wrong service soon, and show the mistake in few commands. */
@QuarkusTest
@TestProfile(ByHand.class)
class MistakesTest extends MachineHouse {

    private static final int MAX_SEQUENCES = 1000;
    private static final int LENGTH = 40;

    /**
     * Each mistake shows in one to five commands. A sequence that cannot be shortened may be a detour of a few more.
     * Commands that let time pass do not count, because a delay may need several.
     */
    private static final int MAX_COMMANDS = 8;

    static Stream<WrongService> mistakes() {
        return Stream.concat(Arrays.stream(Mistake.values()), Arrays.stream(StepMistake.values()));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aWrongServiceIsCaughtAndItsSequenceShrunkToAFewCommands(WrongService mistake) throws SQLException {
        long seed = new SplittableRandom().nextLong();

        try (Player player = player(mistake.over(store, rows, nodeName.value()))) {
            List<Command> failing = firstThatFails(player, seed);

            Player.Shrunk shrunk = player.shrink(failing);

            assertThat(shrunk.commands())
                    .as("seed %d: %s", seed, shrunk)
                    .filteredOn(command -> !(command instanceof Others.Pass || command instanceof Others.Expire))
                    .hasSizeLessThanOrEqualTo(MAX_COMMANDS);
            assertThat(shrunk.toString())
                    .containsPattern("List\\.of\\(\n        new (Operators\\.)?Enqueue.*new Spec\\(");
        }
    }

    private static List<Command> firstThatFails(Player player, long seed) {
        for (int i = 0; i < MAX_SEQUENCES; i++) {
            List<Command> commands = new Generator(seed + i).sequence(LENGTH);
            if (player.play(commands).isPresent()) {
                return commands;
            }
        }
        return fail("seed %d: not caught within %d sequences", seed, MAX_SEQUENCES);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            status = 'completed', finished = now() | not a transition: queued to completed; the version did not rise by one
            version = version + 2                  | not a transition: queued to queued; the version did not rise by one
            attempts = 11                          | attempts miscounted; more attempts than allowed; the version did not rise by one
            crashes = 1                            | the version did not rise by one
            """)
    void theInvariantThatAWriteBreaksIsNamed(String set, String rules) {
        rows.insert(TaskRow.of("noop"));

        rows.execute("update rowmill_task set " + set);

        assertThat(transitions.violations()).isEqualTo(rules);
    }

    @Test
    void aTaskThatIsDeletedBeforeItsEndIsNamed() {
        rows.insert(TaskRow.of("noop"));

        rows.execute("delete from rowmill_task");

        assertThat(transitions.violations()).isEqualTo("deleted before its end");
    }

    @Test
    void aSecondVerdictOfOneLeaseIsNamed() {
        rows.insert(TaskRow.of("noop"));
        String claim = "status = 'executing', operator_id = 'o', expiry = now(), attempts = 1, version = 1";
        String release = "status = 'queued', operator_id = null, expiry = null, attempts = 0, version = 2";

        for (String set : List.of(claim, release, claim, release)) {
            rows.execute("update rowmill_task set " + set);
        }

        assertThat(transitions.violations()).contains("two verdicts of one lease", "a version came twice");
    }
}
