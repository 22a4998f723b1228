package io.github.rowmill.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlcReportTest {

    private static final String WHOLE = "Model checking completed. No error has been found.\n";

    @Test
    void countsAreRead() {
        TlcReport report = report(WHOLE
                + "54651 states generated, 6693 distinct states found, 0 states left on queue.\n"
                + "The depth of the complete state graph search is 15.\n");

        assertThat(report).isEqualTo(new TlcReport(TlcReport.NO_ERROR, 54651, 6693, 15, 0, Duration.ZERO));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "Error: Invariant EffectOnce is violated., EffectOnce",
        "Error: Action property CompletedIsFinal is violated., CompletedIsFinal",
        "Error: Temporal properties were violated., temporal property",
    })
    void theViolatedPropertyIsNamed(String line, String property) {
        TlcReport report = report(line + "\nState 1: <Initial predicate>\n\nState 2: <Tick>\n");

        assertThat(report.outcome()).isEqualTo(property);
        assertThat(report.steps()).isEqualTo(2);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "''",
        "Error: Parsing or semantic analysis failed.",
        "Error: Temporal properties were violated.",
        "Error: Java heap space",
    })
    void anyOtherOutputIsABrokenCheck(String line) {
        assertThat(report(line).outcome()).isEqualTo(TlcReport.BROKEN);
        assertThat(report(WHOLE + "Error: " + line).outcome()).isEqualTo(TlcReport.BROKEN);
    }

    private static TlcReport report(String output) {
        return TlcReport.of(output, Duration.ZERO);
    }
}
