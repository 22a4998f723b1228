package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every two verbs on one row, in both orders. The first one has written the row, and its transaction is open when
 * the second one comes. The expected result is computed from the properties of the verbs.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class PairTest extends MachineHouse {

    private static final List<Shape> SHAPES = List.of(
            Shape.inserted(),
            Shape.queued(),
            Shape.waiting(),
            Shape.quarantined(),
            Shape.executing(false),
            Shape.executing(true),
            Shape.executingElsewhere(false),
            Shape.executingElsewhere(true),
            Shape.finished(TaskStatus.COMPLETED),
            Shape.finished(TaskStatus.DEAD),
            Shape.finished(TaskStatus.CANCELLED));

    /** SQL that makes it the key's turn. */
    private static final String TURN = """
            insert into rowmill_queue (name, per_key) values ('turns', 1) on conflict do nothing;
            insert into rowmill_lane (queue, key) values ('turns', 'k') on conflict (queue, key) do update set look_at = now()
            """;

    private Gate gate;

    @BeforeEach
    void hang() throws SQLException {
        meetTurns();
        gate = new Gate(rows);
    }

    /** Claims once from a queue whose keys take turns. Only after that, the node claims waiting tasks of this queue. */
    private void meetTurns() {
        rows.execute(TURN);
        rows.insert(TaskRow.of("noop").queue("turns").key("k"));
        assertThat(store.claim("turns", Set.of("noop"), 1)).hasSize(1);
        rows.execute("delete from rowmill_task");
    }

    @AfterEach
    void unhang() throws SQLException {
        gate.close();
        rows.execute("delete from rowmill_queue where name = 'turns'");
    }

    static Stream<Arguments> pairs() {
        return Arrays.stream(Verb.values())
                .flatMap(first -> Arrays.stream(Verb.values()).map(second -> Arguments.of(first, second)));
    }

    @ParameterizedTest(name = "{1} comes while {0} is not committed")
    @MethodSource("pairs")
    void theSecondVerbWaitsOrSkipsTheRowAndOneVerbWins(Verb first, Verb second) throws Exception {
        List<Shape> wanted = SHAPES.stream().filter(first::wants).toList();
        assertThat(wanted).isNotEmpty();
        for (Shape shape : wanted) {
            meet(first, second, shape, Ending.COMMIT);
            meet(first, second, shape, Ending.ROLLBACK);
        }
    }

    private void meet(Verb first, Verb second, Shape before, Ending ending) throws Exception {
        String meeting = "%s on %s, %s, then %s".formatted(first, before.summary(), ending, second);
        transitions.clear();
        rows.execute(TURN);
        Verb.Target target = new Verb.Target(before.insert(rows, nodeName.value()), before);
        gate.shut();
        CompletableFuture<Boolean> one = Side.begin(() -> first.act(store, target));
        int writer = gate.awaitWriter(one);

        CompletableFuture<Boolean> other = Side.begin(() -> second.act(store, target));
        boolean waited = gate.awaitEndOrWait(other, writer);
        end(one, writer, ending, meeting);

        Shape between = ending == Ending.COMMIT ? first.makes(before) : before;
        boolean waits = second.waits() && second.wants(before);
        boolean writes = waits && second.wants(between);
        assertThat(waited).as("waits: " + meeting).isEqualTo(waits);
        assertThat(other.get(30, TimeUnit.SECONDS)).as("writes: " + meeting).isEqualTo(writes);
        assertThat(Shape.read(rows, target.id()))
                .as("leaves: " + meeting)
                .isEqualTo((writes ? second.makes(between) : between).summary());
        assertThat(transitions.violations()).as(meeting).isNull();
    }

    private void end(CompletableFuture<Boolean> one, int writer, Ending ending, String meeting) throws Exception {
        if (ending == Ending.ROLLBACK) {
            gate.rollBack(writer);
            assertThatThrownBy(() -> one.get(30, TimeUnit.SECONDS)).hasStackTraceContaining("canceling statement");
            gate.open();
        } else {
            gate.open();
            assertThat(one.get(30, TimeUnit.SECONDS)).as(meeting).isTrue();
        }
    }
}
