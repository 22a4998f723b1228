package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.operate.observe.Log;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests exceptions whose text is hard to read or to store. The verdict is written, and the log has a line for it. */
@QuarkusTest
@TestProfile(ByHand.class)
class NastyFailuresTest extends EngineTest {

    /** Largest size of the log: more than a few stack traces, and far less than a message of 10 MB. */
    private static final int MAX_LOGGED = 200_000;

    enum Nasty {
        NUL_IN_THE_MESSAGE(() -> new IllegalStateException("a\0b")),
        NUL_AND_HALF_A_PAIR_IN_A_CAUSE(() -> new IllegalStateException("a", new IllegalArgumentException("\0\uD83D"))),
        NUL_IN_WHAT_IS_SUPPRESSED(Nasty::withSuppressed),
        NO_CLASS_NAME_AND_NO_MESSAGE(() -> new RuntimeException() {}),
        NULL_FOR_A_TEXT(Nasty::withoutText),
        TEXT_THAT_THROWS(() -> unreadable(new IllegalStateException())),
        TEXT_THAT_THROWS_AN_ERROR(() -> unreadable(new NoClassDefFoundError())),
        TEXT_THAT_OVERFLOWS_THE_STACK(() -> unreadable(new StackOverflowError())),
        MESSAGE_THAT_THROWS(Nasty::withoutMessage),
        STACK_TRACE_THAT_THROWS(Nasty::withoutStackTrace),
        CAUSES_IN_A_CIRCLE(Nasty::circle),
        CAUSES_WITHOUT_END(Endless::new),
        TEN_MEGABYTES(() -> new IllegalStateException("x".repeat(10_000_000))),
        TEN_MEGABYTES_IN_A_CAUSE(() -> new IllegalStateException(new IllegalStateException("x".repeat(10_000_000))));

        private final Supplier<RuntimeException> thrown;

        Nasty(Supplier<RuntimeException> thrown) {
            this.thrown = thrown;
        }

        private static RuntimeException withSuppressed() {
            RuntimeException thrown = new IllegalStateException();
            thrown.addSuppressed(new IllegalStateException("\0"));
            return thrown;
        }

        private static RuntimeException withoutText() {
            return new RuntimeException() {
                @Override
                public String toString() {
                    return null;
                }
            };
        }

        private static RuntimeException unreadable(Throwable when) {
            return new RuntimeException() {
                @Override
                public String toString() {
                    return sneak(when);
                }
            };
        }

        private static RuntimeException withoutMessage() {
            return new RuntimeException() {
                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException();
                }
            };
        }

        private static RuntimeException withoutStackTrace() {
            return new RuntimeException() {
                @Override
                public StackTraceElement[] getStackTrace() {
                    throw new UnsupportedOperationException();
                }
            };
        }

        private static RuntimeException circle() {
            RuntimeException one = new IllegalStateException();
            one.initCause(new IllegalStateException(one));
            return one;
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> String sneak(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    private static final class Endless extends RuntimeException {

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyNastyExceptionIsRecordedAndLogged(Nasty nasty) {
        long failing = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                            throw nasty.thrown.get();
                        }))
                        .maxAttempts(2))
                .id();
        long fine = queue.enqueue(NewTask.of("noop")).id();
        try (Log log = Log.listen()) {
            mill.runOnce();
            rows.execute("update rowmill_task set run_at = now() where status = 'queued'");
            mill.runOnce();

            assertThat(rows.of(failing, "status || ' ' || attempts")).isEqualTo("dead 2");
            assertThat(rows.number("select count(*) from rowmill_attempt where task = %d and stack_trace <> ''"
                            .formatted(failing)))
                    .isEqualTo(2);
            assertThat(rows.of(fine, "status")).isEqualTo("completed");
            await().atMost(Duration.ofSeconds(30)).until(() -> log.text().contains("gave up"));
            assertThat(log.text())
                    .containsOnlyOnce("task gave up after 2 attempts: id=" + failing)
                    .hasSizeLessThan(MAX_LOGGED);
        }
    }
}
