package io.github.rowmill.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the models: {@code ./mvnw verify -Pmodel}. The ordinary build leaves them out, because they take minutes.
 * The time limit of a check is that of {@link Tlc}, and not that of other tests.
 */
@Timeout(value = 16, unit = TimeUnit.MINUTES)
class ModelCheck {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void theDesignHolds(Check check) throws Exception {
        TlcReport report = Tlc.onAllCores().check(check.configuration());

        System.out.println(report.line(check.configuration()));
        assertThat(report.outcome()).isEqualTo(TlcReport.NO_ERROR);
        assertThat(report.distinct()).isGreaterThanOrEqualTo(check.states());
    }

    static Stream<Check> theDesignHolds() {
        return Check.all().stream().filter(Check::isOfTheDesign);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aWrongOrUnpromisedModelHasACounterexample(Check check) throws Exception {
        TlcReport report = Tlc.onOneCore().check(check.configuration());

        System.out.println(report.line(check.configuration()));
        assertThat(report.outcome()).isEqualTo(check.outcome());
        if (report.outcome().equals(TlcReport.TEMPORAL)) {
            assertThat(report.steps()).isPositive(); // TLC does not always find the same cycle
        } else {
            assertThat(report.steps()).isEqualTo((int) check.states());
        }
    }

    static Stream<Check> aWrongOrUnpromisedModelHasACounterexample() {
        return Check.all().stream().filter(check -> !check.isOfTheDesign());
    }
}
