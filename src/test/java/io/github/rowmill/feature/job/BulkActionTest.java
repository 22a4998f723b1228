package io.github.rowmill.feature.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.task.TaskStatus;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BulkActionTest {

    @ParameterizedTest
    @CsvSource({"CANCEL, QUEUED WAITING EXECUTING", "RETRY, DEAD CANCELLED", "DELETE, COMPLETED DEAD CANCELLED"})
    void anActionAppliesToItsStates(BulkAction action, String states) {
        assertThat(Arrays.stream(TaskStatus.values())
                        .filter(action::appliesTo)
                        .map(Enum::name)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(states);
    }

    @ParameterizedTest
    @EnumSource
    void theStatementHasTheStatesOfItsAction(BulkAction action) {
        assertThat(action.statement()).contains("and " + action.condition() + "\n");
    }

    @Test
    void theConditionIsTextThatFitsPartialIndexes() {
        assertThat(BulkAction.RETRY.condition()).isEqualTo("t.status in ('dead', 'cancelled')");
    }

    @ParameterizedTest
    @EnumSource
    void anActionIsFoundOnlyByItsWord(BulkAction action) {
        assertThat(BulkAction.find(action.word())).contains(action);
        assertThat(BulkAction.find(action.name())).isEmpty();
        assertThat(BulkAction.words()).contains(action.word());
    }
}
