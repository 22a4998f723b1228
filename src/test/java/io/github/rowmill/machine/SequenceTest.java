package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.task.TaskStatus;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequenceTest {

    private static final Command FIRST = new Others.Cancel(7);
    private static final Command SECOND = new Others.Retry(7);

    @Test
    void commandsArePrintedAsTheCodeThatMakesThem() {
        List<Command> commands = List.of(
                new Enqueue(List.of(new Spec("ant", "default", 1, 60, 3, null, true)), Ending.ROLLBACK),
                new Operators.Renew(List.of(0, 3)),
                new Operators.Settle(new Ruling(1, Ruling.Kind.SNOOZE, 62), Ending.COMMIT),
                new Others.Trim(TaskStatus.DEAD));

        assertThat(Sequence.code(commands)).isEqualTo("""
                List.of(
                        new Enqueue(List.of(new Spec("ant", "default", 1, 60, 3, null, true, false, 0, false)), Ending.ROLLBACK),
                        new Operators.Renew(List.of(0, 3)),
                        new Operators.Settle(new Ruling(1, Ruling.Kind.SNOOZE, 62), Ending.COMMIT),
                        new Others.Trim(TaskStatus.DEAD))\
                """);
    }

    @Test
    void oneSeedGivesOneSequence() {
        assertThat(new Generator(42).sequence(100)).isEqualTo(new Generator(42).sequence(100));
        assertThat(new Generator(42).sequence(100)).isNotEqualTo(new Generator(43).sequence(100));
    }

    @Test
    void commandsThatAFailureDoesNotNeedAreRemoved() {
        List<Command> failing = IntStream.range(0, 50)
                .mapToObj(i -> i == 9 ? FIRST : i == 41 ? SECOND : new Others.Find(i))
                .toList();

        List<Command> small = new Shrinker(some -> some.contains(SECOND)
                        && some.subList(0, some.indexOf(SECOND)).contains(FIRST))
                .shrink(failing);

        assertThat(small).containsExactly(FIRST, SECOND);
    }

    @Test
    void twoDependentCommandsAreRemovedTogether() {
        List<Command> failing = List.of(new Others.Find(1), FIRST, new Others.Find(2), SECOND, new Others.Find(3));

        List<Command> small = new Shrinker(
                        some -> some.contains(new Others.Find(2)) && some.contains(FIRST) == some.contains(SECOND))
                .shrink(failing);

        assertThat(small).containsExactly(new Others.Find(2));
    }
}
