package io.github.rowmill.text;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * What a row says of a failure: short, and fit for PostgreSQL, logs and terminals, whatever the exception holds.
 * Control characters, U+0000 among them, and half surrogate pairs become U+FFFD. An exception that itself throws when it
 * is read, be it an error or the stack overflow of causes without end, must not harm the thread that settles.
 */
public final class ErrorText {

    /** Characters of the message that are kept. */
    static final int MAX = 8192;

    /** Characters of the stack trace that are kept: enough for a cause or two under a deep stack. */
    static final int MAX_TRACE = 32_768;

    private ErrorText() {}

    /** Class and message. */
    public static String of(Throwable thrown) {
        try {
            return clean(thrown.toString(), MAX);
        } catch (RuntimeException | Error e) {
            return clean(thrown.getClass().getName() + " (its message cannot be read)", MAX);
        }
    }

    /** The stack trace, causes included. */
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

    /** Takes the first characters, and then no more: a huge message costs no huge buffer, nor causes without end much time. */
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

        /** The one who prints would go on for as long as there is something to print. */
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
