package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rowmill.text.ErrorText;
import io.github.rowmill.text.Printable;

/** Fuzzes exceptions with any text, also in their causes. */
class ErrorTextFuzzTest {

    private static final int MAX = 8192;
    private static final int MAX_TRACE = 32_768;

    @FuzzTest
    void theTextOfAnExceptionIsShortAndCanBeStoredAndPrinted(byte[] input) {
        String text = Texts.of(input);
        RuntimeException cause = new IllegalArgumentException(text.repeat(input.length > 0 ? input[0] & 0x7f : 1));
        RuntimeException thrown = new Named(text, cause);
        thrown.addSuppressed(cause);

        assertFit(ErrorText.of(thrown), MAX);
        assertFit(ErrorText.of(cause), MAX);
        assertFit(ErrorText.trace(thrown), MAX_TRACE);
        assertOneLine(Printable.of(text));
        assertOneLine(Printable.of(thrown).toString());
        assertOneLine(Printable.of(thrown).getCause().toString());
    }

    private static void assertOneLine(String text) {
        Texts.assertStorable(text);
        assertThat(text).doesNotContainPattern("[\\p{Cntrl}\u0080-\u009F\u2028\u2029]");
    }

    private static void assertFit(String text, int most) {
        assertThat(text.length()).isLessThanOrEqualTo(most);
        Texts.assertStorable(text);
        assertThat(text.chars().filter(c -> c != '\n' && c != '\t').noneMatch(Character::isISOControl))
                .isTrue();
    }

    /** An exception whose text is only its message. */
    private static final class Named extends RuntimeException {

        private Named(String text, Throwable cause) {
            super(text, cause);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}
