package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.handler.TestTypes;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests payloads that could be written and never read, and the limits of the messages about bad payloads. */
class PayloadLimitsTest {

    record Line(@NotNull String text) {}

    record Order(List<@Valid Line> lines) {}

    private final PayloadCodec codec = Codecs.of(TestTypes.handlers(), Map.of());

    @Test
    void onlyTheFirstHundredFaultsAreReported() {
        assertThat(violations(NewTask.of("unknown", Collections.nCopies(101, "\0"))))
                .hasSize(100);
        assertThat(violations(NewTask.of("unknown", new Order(Collections.nCopies(101, new Line(null))))))
                .hasSize(100);
    }

    @Test
    void aLongPathIsCut() {
        assertThat(violations(NewTask.of("unknown", Map.of("n".repeat(10_000), "\0"))))
                .extracting(Violation::field)
                .containsExactly("payload." + "n".repeat(492) + "...");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1E+999", "1E-998", "-1.5E+998", "1E+400", "0.12345678901234567890", "1.50", "9007199254740993.5"
            })
    void numbersOfJsonAreStoredDigitByDigit(String number) {
        assertThat(codec.write(NewTask.ofJson("unknown", "[" + number + "]"))).isEqualTo("[" + number + "]");
    }

    /** {@code jsonb} writes these numbers in full, or refuses them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e1000",
                "1e-999",
                "12e999",
                "-1.5e1000",
                "1e400000",
                "1e-20000",
                "0e-1000",
                "0e2000000000",
                "1e999999999"
            })
    void numbersThatCouldNotBeReadBackAreRefused(String number) {
        Violation refused = new Violation("payload.n[0]", "must have at most 1000 digits when written out in full");

        assertThat(violations(NewTask.ofJson("unknown", "{\"n\":[" + number + "]}")))
                .containsExactly(refused);
        assertThat(violations(NewTask.of("unknown", Map.of("n", List.of(new BigDecimal(number))))))
                .containsExactly(refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1e-2147483648"})
    void numbersBeyondAllBoundsAreRefused(String number) {
        assertThat(violations(NewTask.ofJson("unknown", "{\"n\":" + number + "}")))
                .hasSize(1);
    }

    @Test
    void numbersAndNamesTooLongToReadBackAreRefused() {
        assertThat(violations(NewTask.of("unknown", List.of(BigInteger.TEN.pow(1000)))))
                .extracting(Violation::message)
                .asString()
                .contains("1000");
        assertThat(violations(NewTask.of("unknown", Map.of("n".repeat(50_001), 1))))
                .hasSize(1);
        assertThat(codec.write(NewTask.of("unknown", BigInteger.TEN.pow(999)))).hasSize(1000);
    }

    private List<Violation> violations(NewTask task) {
        var refused = catchThrowableOfType(InvalidTaskException.class, () -> codec.write(task));
        assertThat(refused).as("refused").isNotNull();
        return refused.violations();
    }
}
