package io.github.rowmill.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TaskStatusTest {

    private static final Path MIGRATION = Path.of("src", "main", "resources", "db", "rowmill", "V1__rowmill.sql");
    private static final Pattern CHECK =
            Pattern.compile("function rowmill_task_state\\(.*?\\$\\$(.*?)\\$\\$", Pattern.DOTALL);
    private static final Pattern STATES = Pattern.compile("'\\{?([a-z,]+)}?'");

    @ParameterizedTest
    @CsvSource({
        "QUEUED, CANCELLED DEAD EXECUTING WAITING",
        "WAITING, CANCELLED DEAD EXECUTING QUEUED",
        "EXECUTING, CANCELLED COMPLETED DEAD QUEUED",
        "COMPLETED, ''",
        "DEAD, QUEUED WAITING",
        "CANCELLED, QUEUED WAITING"
    })
    void eachStatusHasExactlyItsSuccessors(TaskStatus status, String successors) {
        assertThat(status.successors().stream().map(Enum::name).sorted().collect(Collectors.joining(" ")))
                .isEqualTo(successors);
    }

    @ParameterizedTest
    @CsvSource({
        "QUEUED, false, false",
        "WAITING, false, false",
        "EXECUTING, false, false",
        "COMPLETED, true, false",
        "DEAD, true, true",
        "CANCELLED, true, true"
    })
    void endedTasksAreRetriableUnlessCompleted(TaskStatus status, boolean hasEnded, boolean isRetriable) {
        assertThat(status).returns(hasEnded, TaskStatus::hasEnded).returns(isRetriable, TaskStatus::isRetriable);
    }

    @ParameterizedTest
    @EnumSource
    void noStatusFollowsItself(TaskStatus status) {
        assertThat(status.successors()).doesNotContain(status);
    }

    @Test
    void columnsCheckListsExactlyTheStatuses() throws IOException {
        Matcher check = CHECK.matcher(Files.readString(MIGRATION));

        assertThat(check.find()).isTrue();
        assertThat(STATES.matcher(check.group(1))
                        .results()
                        .flatMap(states -> Stream.of(states.group(1).split(","))))
                .containsExactlyInAnyOrder(Arrays.stream(TaskStatus.values())
                        .map(TaskStatus::column)
                        .toArray(String[]::new));
    }
}
