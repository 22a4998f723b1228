package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepClassesTest {

    private final StepClasses classes = new StepClasses();

    @Test
    void theClassOfAStepIsThatOfItsTypeAndName() {
        classes.addStep("sell", "charge", String.class);
        classes.addStep("sell", "charge", String.class);
        classes.addSignal("sell", "paid", Long.class);

        assertThat(classes.ofStep("sell", "charge")).contains(String.class);
        assertThat(classes.ofSignal("sell", "paid")).contains(Long.class);
        assertThat(classes.ofStep("sell", "paid")).isEmpty();
        assertThat(classes.ofStep("rent", "charge")).isEmpty();
    }

    @Test
    void aNameWithSeveralClassesHasNone() {
        classes.addStep("sell", "charge", String.class);
        classes.addStep("sell", "charge", Long.class);
        classes.addStep("sell", "charge", String.class);

        assertThat(classes.ofStep("sell", "charge")).isEmpty();
    }

    @Test
    void namesThatHandlersMakeFromDataAreBounded() {
        for (int i = 0; i < 20_000; i++) {
            classes.addStep("sell", "mail-" + i, String.class);
        }

        assertThat(classes.ofStep("sell", "mail-1")).isPresent();
        assertThat(classes.ofStep("sell", "mail-19999")).isEmpty();
    }
}
