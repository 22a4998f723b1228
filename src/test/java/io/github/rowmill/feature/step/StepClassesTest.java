package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.rowmill.api.Handles;
import io.github.rowmill.handler.TestTypes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepClassesTest {

    record Receipt(String number) {}

    record Decision(boolean granted) {}

    private static final class Shop {

        @Handles(
                value = "keep",
                aliases = "formerly-keep",
                keeps = {Receipt.class, Decision.class})
        void keep() {}
    }

    private final StepClasses classes = new StepClasses(TestTypes.handlers(TestTypes.declare(Shop.class, null)));

    @Test
    void theClassOfAStepIsThatOfItsTypeAndName() {
        classes.addStep("sell", "charge", String.class);
        classes.addStep("sell", "charge", String.class);
        classes.addSignal("sell", "paid", Long.class);

        assertThat(classes.ofStep("sell", "charge")).containsExactly(String.class);
        assertThat(classes.ofSignal("sell", "paid")).containsExactly(Long.class);
        assertThat(classes.ofStep("sell", "paid")).isEmpty();
        assertThat(classes.ofStep("rent", "charge")).isEmpty();
    }

    @Test
    void aNameWithSeveralClassesHasNoClass() {
        classes.addStep("sell", "charge", String.class);
        classes.addStep("sell", "charge", Long.class);
        classes.addStep("sell", "charge", String.class);

        assertThat(classes.ofStep("sell", "charge")).isEmpty();
    }

    @Test
    void declaredClassesAreKnownBeforeAStepHasRun() {
        assertThat(classes.ofStep("keep", "charge")).containsExactly(Receipt.class, Decision.class);
        assertThat(classes.ofSignal("formerly-keep", "paid")).containsExactly(Receipt.class, Decision.class);

        classes.addStep("keep", "charge", Receipt.class);
        classes.addSignal("keep", "paid", Decision.class);

        assertThat(classes.ofStep("keep", "charge")).containsExactly(Receipt.class);
        assertThat(classes.ofSignal("keep", "paid")).containsExactly(Decision.class);
        classes.addStep("keep", "charge", Decision.class);
        assertThat(classes.ofStep("keep", "charge")).containsExactly(Receipt.class, Decision.class);
    }

    @Test
    void aClassThatIsNotDeclaredIsRefused() {
        record Other(int n) {}

        assertThatIllegalStateException()
                .isThrownBy(() -> classes.addStep("keep", "charge", Other.class))
                .withMessageContaining("'charge' has a value of " + Other.class.getName())
                .withMessageContaining("keeps of @Handles");
        assertThatIllegalStateException().isThrownBy(() -> classes.addStep("keep", "charge", Other[].class));
        for (Class<?> ofJdk : List.<Class<?>>of(String.class, Map.class, int.class, long[].class, Object.class)) {
            assertThatNoException().isThrownBy(() -> classes.addStep("keep", ofJdk.getName(), ofJdk));
        }
        assertThatNoException().isThrownBy(() -> classes.addStep("sell", "charge", Other.class));
    }

    @Test
    void namesThatHandlersMakeFromDataAreBounded() {
        for (int i = 0; i < 20_000; i++) {
            classes.addStep("sell", "mail-" + i, String.class);
        }

        assertThat(classes.ofStep("sell", "mail-1")).isNotEmpty();
        assertThat(classes.ofStep("sell", "mail-19999")).isEmpty();
    }
}
