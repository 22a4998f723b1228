package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadVariantTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aVariantComesAfterTheVariantItIsComparedWith(boolean hasJava25) {
        List<String> before = new ArrayList<>();
        for (WorkloadVariant variant : WorkloadVariant.all(hasJava25)) {
            assertThat(before).doesNotContain(variant.name());
            before.add(variant.name());
            assertThat(before).contains(variant.beside());
        }
        assertThat(before.stream().anyMatch(name -> name.contains("virtual"))).isEqualTo(hasJava25);
    }

    @Test
    void aChosenVariantAlsoSelectsItsComparison() {
        assertThat(WorkloadVariant.matching("32 .*", false))
                .extracting(WorkloadVariant::name)
                .containsExactly("64 workers", "32 queues");
        assertThat(WorkloadVariant.matching(".*virtual threads", true))
                .extracting(WorkloadVariant::name)
                .containsExactly("64 workers", "Java 25", "Java 25, virtual threads");
    }

    @Test
    void aPatternOfNoVariantIsRefused() {
        assertThatThrownBy(() -> WorkloadVariant.matching("33 queues", false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("33 queues");
    }
}
