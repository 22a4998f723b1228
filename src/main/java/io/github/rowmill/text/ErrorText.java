package io.github.rowmill.text;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Text of a failure for a row: short, and safe for PostgreSQL, logs and terminals, whatever the exception
 * contains.
 *
 * <p>Control characters, including U+0000, and half surrogate pairs become U+FFFD. An exception may itself throw
 * when it is read, even an error or a stack overflow from an endless chain of causes. That must not harm the
 * thread that settles.
 */
public final class ErrorText {

    /** Maximum number of characters of the message. */
    static final int MAX = 8192;

    /** Maximum number of characters of the stack trace: enough for a cause or two under a deep stack. */
    static final int MAX_TRACE = 32_768;

    private ErrorText() {}

    /** Returns class and message of an exception. */
    public static String of(Throwable thrown) {
        try {
            return clean(thrown.toString(), MAX);
        } catch (RuntimeException | Error e) {
            return clean(thrown.getClass().getName() + " (its message cannot be read)", MAX);
        }
    }

    /** Returns the stack trace of an exception, including causes. */
    public static String trace(Throwable thrown) {
        Bounded out = new Bounded();
        try {
            thrown.printStackTrace(new PrintWriter(out));
        } catch (RuntimeException | Error e) {
            out.text.append(" (the rest cannot be read)");
        }
        return clean(out.text.toString(), MAX_TRACE);
    }

    private static String clean(String text, int most) {
        return Replaced.of(
                text.substring(0, Math.min(text.length(), most)),
                c -> Character.isISOControl(c) && c != '\n' && c != '\t');
    }

    /**
     * Keeps the first characters and then refuses more. So a huge message needs no huge buffer, and endless causes
     * need little time.
     */
    private static final class Bounded extends Writer {

        private final StringBuilder text = new StringBuilder();

        @Override
        public void write(char[] chars, int from, int count) {
            text.append(chars, from, Math.max(0, Math.min(count, MAX_TRACE - text.length())));
            stopIfFull();
        }

        @Override
        public void write(String chars, int from, int count) {
            text.append(chars, from, from + Math.max(0, Math.min(count, MAX_TRACE - text.length())));
            stopIfFull();
        }

        /** Stops the printer, which would otherwise go on to the end of the text. */
        private void stopIfFull() {
            if (text.length() >= MAX_TRACE) {
                throw new IllegalStateException("full");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
