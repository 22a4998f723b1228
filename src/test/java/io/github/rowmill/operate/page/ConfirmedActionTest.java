package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.feature.job.BulkAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfirmedActionTest {

    @ParameterizedTest
    @EnumSource
    void eachBulkActionHasTheWordOfItsConfirmedAction(BulkAction action) {
        assertThat(ConfirmedAction.bulk(action))
                .returns(action, Bulk::action)
                .isIn(ConfirmedAction.bulks())
                .returns(ConfirmedAction.of(action).word(), Bulk::word);
    }

    @Test
    void onlyARetryDoesNoHarmAndOnlyADeletionIsFinal() {
        assertThat(ConfirmedAction.bulks())
                .filteredOn(bulk -> !bulk.isHarm())
                .extracting(Bulk::verb)
                .containsExactly("Retry");
        assertThat(ConfirmedAction.bulks())
                .filteredOn(Bulk::isFinal)
                .extracting(Bulk::verb)
                .containsExactly("Delete");
    }
}
