package io.github.rowmill.text;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Copies an exception with its causes, each once, up to a limit that suits a log. */
final class PrintableCauses {

    private static final int MAX = 20;
    private static final int MAX_TEXT = 8192;
    private static final StackTraceElement[] NO_FRAMES = {};

    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    Throwable copy(Throwable thrown) {
        seen.add(thrown);
        Throwable cause = read(thrown::getCause);
        StackTraceElement[] frames = read(() -> frames(thrown));
        Copy copy = new Copy(
                text(thrown),
                cause != null && isToCopy(cause) ? copy(cause) : null,
                frames == null ? NO_FRAMES : frames);
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (isToCopy(suppressed)) {
                copy.addSuppressed(copy(suppressed));
            }
        }
        return copy;
    }

    private static StackTraceElement[] frames(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .map(Objects::requireNonNull)
                .toArray(StackTraceElement[]::new);
    }

    private boolean isToCopy(Throwable thrown) {
        return seen.size() < MAX && !seen.contains(thrown);
    }

    private static String text(Throwable thrown) {
        String text = read(thrown::toString);
        return Printable.of(
                text == null
                        ? thrown.getClass().getName() + " (its message cannot be read)"
                        : text.substring(0, Math.min(text.length(), MAX_TEXT)));
    }

    /**
     * Calls a method of an exception, which may be any code.
     *
     * @return null if the method throws
     */
    private static <T> @Nullable T read(Supplier<@Nullable T> part) {
        try {
            return part.get();
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    /** A throwable that prints the text of another exception. */
    private static final class Copy extends Throwable {

        private Copy(String text, @Nullable Throwable cause, StackTraceElement[] frames) {
            super(text, cause, true, true);
            setStackTrace(frames);
        }

        /** Does nothing: the frames are those of the copied exception. */
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
