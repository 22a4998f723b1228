package io.github.rowmill.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {

    private static final String CLASS = "java.lang.IllegalStateException";

    /** Leaves room for the causes. The frames of the test runner may otherwise fill the text. */
    private static final StackTraceElement[] NO_FRAMES = {};

    @Test
    void theTextHasClassAndMessage() {
        assertThat(ErrorText.of(new IllegalStateException("no paper"))).isEqualTo(CLASS + ": no paper");
    }

    @Test
    void theTextIsTheClassIfThereIsNoMessage() {
        assertThat(ErrorText.of(new IllegalStateException())).isEqualTo(CLASS);
    }

    @ParameterizedTest(name = "U+{0} -> {1}")
    @CsvSource({
        "0000, FFFD",
        "0001, FFFD",
        "0007, FFFD",
        "000D, FFFD",
        "001B, FFFD",
        "007F, FFFD",
        "009B, FFFD",
        "D83D, FFFD",
        "DE00, FFFD",
        "0009, 0009",
        "000A, 000A",
        "0020, 0020",
        "00E9, 00E9"
    })
    void unfitCharactersAreReplaced(String unfit, String kept) {
        assertThat(ErrorText.of(new IllegalStateException("a" + character(unfit) + "b")))
                .isEqualTo(CLASS + ": a" + character(kept) + "b");
        assertThat(ErrorText.trace(new IllegalStateException("a" + character(unfit) + "b")))
                .startsWith(CLASS + ": a" + character(kept) + "b");
    }

    @Test
    void terminalsEscapeSequenceIsDisarmed() {
        assertThat(ErrorText.of(new IllegalStateException("\u001B[31mred\u001B[0m")))
                .isEqualTo(CLASS + ": \uFFFD[31mred\uFFFD[0m");
    }

    @Test
    void surrogatePairIsKept() {
        assertThat(ErrorText.of(new IllegalStateException("\uD83D\uDE00"))).isEqualTo(CLASS + ": \uD83D\uDE00");
    }

    @Test
    void hugeMessageIsCut() {
        Throwable huge = new IllegalStateException("x".repeat(10_000_000));

        assertThat(ErrorText.of(huge)).hasSize(ErrorText.MAX).startsWith(CLASS + ": xxx");
        assertThat(ErrorText.trace(huge)).hasSize(ErrorText.MAX_TRACE).startsWith(CLASS + ": xxx");
    }

    @Test
    void cutNeverSplitsAPair() {
        for (String start : new String[] {"", "x"}) {
            Throwable smiling = new IllegalStateException(start + "\uD83D\uDE00".repeat(ErrorText.MAX));

            assertThat(ErrorText.of(smiling)).satisfies(ErrorTextTest::hasOnlyWholePairs);
            assertThat(ErrorText.trace(smiling)).satisfies(ErrorTextTest::hasOnlyWholePairs);
        }
    }

    @Test
    void exceptionThatThrowsWhenReadIsNamedByItsClass() {
        Throwable broken = new Unreadable(new IllegalStateException("no message for you"));

        assertThat(ErrorText.of(broken)).isEqualTo(Unreadable.class.getName() + " (its message cannot be read)");
        assertThat(ErrorText.trace(broken)).contains("cannot be read");
    }

    @Test
    void exceptionThatThrowsAnErrorWhenReadIsNamedByItsClass() {
        Throwable broken = new Unreadable(new NoClassDefFoundError("com/acme/Gone"));

        assertThat(ErrorText.of(broken)).isEqualTo(Unreadable.class.getName() + " (its message cannot be read)");
        assertThat(ErrorText.trace(broken)).contains("cannot be read");
    }

    @Test
    void anUnreadableCauseKeepsTheTextBeforeIt() {
        Throwable broken = new IllegalStateException("outer", new Unreadable(new NoClassDefFoundError()));
        broken.setStackTrace(NO_FRAMES);

        assertThat(ErrorText.trace(broken)).startsWith(CLASS + ": outer\n").contains("cannot be read");
    }

    @Test
    void anExceptionWithoutTextIsHandled() {
        Throwable nameless = new RuntimeException() {
            @Override
            public String toString() {
                return null;
            }
        };

        assertThat(ErrorText.of(nameless)).endsWith("(its message cannot be read)");
        assertThat(ErrorText.trace(nameless)).isNotNull();
    }

    @Test
    void traceHoldsTheCauses() {
        Throwable outer = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        outer.setStackTrace(new StackTraceElement[] {outer.getStackTrace()[0]});

        assertThat(ErrorText.trace(outer))
                .startsWith(CLASS + ": outer\n\tat ")
                .contains("Caused by: java.lang.IllegalArgumentException: inner");
    }

    @Test
    void causesInACircleEnd() {
        IllegalStateException one = new IllegalStateException("one");
        IllegalStateException other = new IllegalStateException("other", one);
        one.initCause(other);
        one.setStackTrace(NO_FRAMES);
        other.setStackTrace(NO_FRAMES);

        assertThat(ErrorText.trace(one)).contains("CIRCULAR REFERENCE");
    }

    @Test
    @Timeout(10)
    void endlessPrintingIsStopped() {
        Throwable chatty = new RuntimeException() {
            @Override
            public void printStackTrace(PrintWriter out) {
                while (true) {
                    out.println("and another thing");
                }
            }
        };

        assertThat(ErrorText.trace(chatty)).hasSize(ErrorText.MAX_TRACE);
    }

    @Test
    void endlessCausesAreCut() {
        assertThat(ErrorText.trace(new Endless())).hasSizeLessThanOrEqualTo(ErrorText.MAX_TRACE);
    }

    private static char character(String hex) {
        return (char) Integer.parseInt(hex, 16);
    }

    private static void hasOnlyWholePairs(String text) {
        assertThat(text.codePoints().filter(point -> Character.getType(point) == Character.SURROGATE))
                .isEmpty();
        assertThat(text).hasSizeLessThanOrEqualTo(ErrorText.MAX_TRACE).contains("\uD83D\uDE00");
    }

    private static final class Unreadable extends RuntimeException {

        private final Throwable thrown;

        private Unreadable(Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        public String getMessage() {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    private static final class Endless extends RuntimeException {

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
