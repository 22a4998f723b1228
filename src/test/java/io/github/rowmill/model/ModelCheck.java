package io.github.rowmill.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model of the protocol, checked: {@code ./mvnw verify -Pmodel}. The ordinary build leaves it out, as it takes minutes. */
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
    void whatIsWrongOrNotPromisedHasACounterexample(Check check) throws Exception {
        TlcReport report = Tlc.onOneCore().check(check.configuration());

        System.out.println(report.line(check.configuration()));
        assertThat(report.outcome()).isEqualTo(check.outcome());
        assertThat(report.steps()).isEqualTo((int) check.states());
    }

    static Stream<Check> whatIsWrongOrNotPromisedHasACounterexample() {
        return Check.all().stream().filter(check -> !check.isOfTheDesign());
    }
}
