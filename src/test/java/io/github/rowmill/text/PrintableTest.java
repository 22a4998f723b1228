package io.github.rowmill.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    private static final String CLASS = "java.lang.IllegalStateException";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0", "\n", "\r", "\t", "\u001B", "\u007F", "\u0085", "\u009B", "\u2028", "\u2029", "\u202E", "\u2066",
                "\uD83D", "\uDE00"
            })
    void lineEndsAndControlCharactersAreReplaced(String unfit) {
        assertThat(Printable.of("a" + unfit + "b")).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "daily-report", "é ü 漢", "\uD83D\uDE00", "%s {0} ${x}"})
    void otherTextStaysAsItIs(String text) {
        assertThat(Printable.of(text)).isEqualTo(text);
    }

    @Test
    void anOrdinaryExceptionPrintsUnchanged() {
        IllegalStateException thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        thrown.addSuppressed(new UnsupportedOperationException());

        assertThat(printed(Printable.of(thrown))).isEqualTo(printed(thrown));
    }

    @Test
    void messagesOfCausesAndSuppressedExceptionsAreCleaned() {
        IllegalStateException thrown = new IllegalStateException("a\nb", new IllegalArgumentException("c\u001B[31m"));
        thrown.addSuppressed(new UnsupportedOperationException("d\r"));

        Throwable copy = Printable.of(thrown);

        assertThat(copy).hasToString(CLASS + ": a\uFFFDb");
        assertThat(copy.getCause()).hasToString("java.lang.IllegalArgumentException: c\uFFFD[31m");
        assertThat(copy.getSuppressed()[0]).hasToString("java.lang.UnsupportedOperationException: d\uFFFD");
    }

    @Test
    void causesInACircleEnd() {
        IllegalStateException one = new IllegalStateException("one");
        IllegalStateException other = new IllegalStateException("other", one);
        one.initCause(other);
        one.addSuppressed(other);

        assertThat(printed(Printable.of(one))).containsOnlyOnce("Caused by");
    }

    @Test
    void endlessCausesAreCut() {
        assertThat(printed(Printable.of(new Endless()))).hasSizeLessThan(100_000);
    }

    @Test
    void aHugeMessageIsCut() {
        assertThat(Printable.of(new IllegalStateException("x".repeat(10_000_000)))
                        .toString())
                .hasSize(8192);
    }

    @Test
    void anExceptionThatThrowsWhenReadIsNamedByItsClass() {
        assertThat(printed(Printable.of(new Unreadable())))
                .isEqualTo(Unreadable.class.getName() + " (its message cannot be read)" + System.lineSeparator());
    }

    private static String printed(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static final class Endless extends RuntimeException {

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    private static final class Unreadable extends RuntimeException {

        @Override
        public String toString() {
            throw new StackOverflowError();
        }

        @Override
        public synchronized Throwable getCause() {
            throw new NoClassDefFoundError();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return new StackTraceElement[] {null};
        }
    }
}
