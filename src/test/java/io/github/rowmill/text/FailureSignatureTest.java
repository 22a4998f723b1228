package io.github.rowmill.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureSignatureTest {

    private static FailureSignature of(String message) {
        return FailureSignature.of(new IllegalStateException(message));
    }

    @Test
    void signaturesDifferByWordsButNotByNumbers() {
        assertThat(of("order 17 of a-93 is gone").id())
                .isEqualTo(of("order 4711 of a-2 is gone").id());
        assertThat(of("order 17 is gone").id())
                .isNotEqualTo(of("invoice 17 is gone").id());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no answer from 10.0.0.7:5432 within 30s | no answer from # within #s",
                "id 123e4567-e89b-12d3-a456-426614174000 unknown | id # unknown",
                "object @1f3a2b at 0x7ffe | object @# at #",
                "utf8 and Base64 stay words | utf8 and Base64 stay words",
                "first line | first line"
            })
    void numbersAndIdsAreReplacedInAMessage(String message, String without) {
        assertThat(of(message).message()).isEqualTo(without);
    }

    @Test
    void onlyTheFirstLineOfAMessageCounts() {
        assertThat(of("gone\nwith the wind").message()).isEqualTo("gone");
    }

    @Test
    void theInnermostExceptionCountsAndTheFirstFrameThatIsOurs() {
        FailureSignature wrapped = FailureSignature.of(
                new CompletionException(new RuntimeException("sending failed", new NumberFormatException("for 7"))));

        assertThat(wrapped.exception()).isEqualTo(NumberFormatException.class.getName());
        assertThat(wrapped.message()).isEqualTo("for #");
        assertThat(wrapped.frame())
                .isEqualTo(FailureSignatureTest.class.getName()
                        + ".theInnermostExceptionCountsAndTheFirstFrameThatIsOurs");
    }

    @Test
    void framesOfLibrariesArePassedOver() {
        try {
            Object nothing = List.of().iterator().next();
            assertThat(nothing).isNull();
        } catch (RuntimeException e) {
            assertThat(FailureSignature.of(e).frame())
                    .isEqualTo(FailureSignatureTest.class.getName() + ".framesOfLibrariesArePassedOver");
        }
    }

    /** A native image calls a handler through its own code, as if by reflection. */
    @Test
    void framesOfANativeImageArePassedOver() {
        Exception onJvm = new IllegalStateException("gone");
        onJvm.setStackTrace(frames("java.util.Objects", "org.acme.Mails"));
        Exception inImage = new IllegalStateException("gone");
        inImage.setStackTrace(frames(
                "com.oracle.svm.core.reflect.ReflectionAccessorHolder",
                "org.graalvm.nativeimage.impl.Accessor",
                "org.acme.Mails"));

        assertThat(FailureSignature.of(inImage)).isEqualTo(FailureSignature.of(onJvm));
    }

    private static StackTraceElement[] frames(String... classes) {
        return Stream.of(classes)
                .map(name -> new StackTraceElement(name, "call", null, -1))
                .toArray(StackTraceElement[]::new);
    }

    @Test
    void anExceptionWithoutAFrameHasASignature() {
        Exception bare = new Exception("bare");
        bare.setStackTrace(new StackTraceElement[0]);

        assertThat(FailureSignature.of(bare).frame()).isEmpty();
    }

    @Test
    void anExceptionThatCannotBeReadHasTheSignatureOfItsClass() {
        Exception nasty = new Exception() {
            @Override
            public String getMessage() {
                throw new StackOverflowError();
            }
        };

        assertThat(FailureSignature.of(nasty).exception())
                .isEqualTo(nasty.getClass().getName());
    }

    @Test
    void causesThatGoInACircleEnd() {
        Exception a = new Exception("a");
        Exception b = new Exception("b", a);
        a.initCause(b);

        assertThat(FailureSignature.of(a).message()).isIn("a", "b");
    }

    @Test
    void aMessageIsShortAndPrintable() {
        FailureSignature signature = of("\u0000\u001b[31m" + "x".repeat(100_000) + "1".repeat(100_000));

        assertThat(signature.message()).hasSizeLessThanOrEqualTo(400).doesNotContain("\u0000", "\u001b");
        assertThat(signature.id()).matches("[0-9a-f]{16}");
    }

    @Test
    void aFailureOfAnotherProcessIsNamedByItsText() {
        FailureSignature one = FailureSignature.of(new ForeignFailure("ValueError: no file 17", "trace"));

        assertThat(one.exception()).isEqualTo("ValueError");
        assertThat(one.frame()).isEmpty();
        assertThat(one.id())
                .isEqualTo(FailureSignature.of(new ForeignFailure("ValueError: no file 18", ""))
                        .id());
        assertThat(FailureSignature.of(new ForeignFailure("out of: luck", "")).exception())
                .isEqualTo("failed");
    }
}
