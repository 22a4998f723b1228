package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plays sequences that once failed, as the machine printed them. The name of each test is what must hold. */
@QuarkusTest
@TestProfile(ByHand.class)
class SequencesTest extends MachineHouse {

    @Test
    void aRetryOfAnExecutingTaskIsNoDuplicateOfItself() throws SQLException {
        assertHolds(List.of(
                new Enqueue(List.of(new Spec("bee", "default", 2, 0, 1, "l", false)), Ending.COMMIT),
                new Operators.Claim("default", List.of("ant", "bee"), 3),
                new Others.Retry(0)));
    }

    private void assertHolds(List<Command> commands) throws SQLException {
        try (Player player = player(store)) {
            assertThat(player.play(commands)).isEmpty();
        }
    }
}
