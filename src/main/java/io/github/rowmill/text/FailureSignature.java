package io.github.rowmill.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Signature that failures of one cause share. It consists of the class of the innermost exception, the first frame
 * of the application's own code, and the message without its numbers. Like {@link ErrorText} it reads any
 * exception and throws none.
 *
 * @param id 16 characters, equal on every node for the same exception, frame and message
 * @param exception the name of a class, or a word for a failure without an exception
 * @param frame class and method, or empty if there is none
 * @param message its first line, with {@code #} for numbers, or empty if there is none
 */
public record FailureSignature(String id, String exception, String frame, String message) {

    /** Signature of a lease that expired. */
    public static final FailureSignature CRASHED =
            new FailureSignature("crashed", "crashed", "", "the node died, hung or lost the database");

    /** Signature of a handler that took too long. */
    public static final FailureSignature TIMED_OUT =
            new FailureSignature("timed-out", "timed out", "", "the handler took longer than its timeout");

    private static final int MAX_CAUSES = 20;
    private static final int MAX_NAME = 200;
    private static final int MAX_MESSAGE = 200;
    private static final int LENGTH_OF_ID = 16;

    /** Numbers and texts made like a number: {@code 0x1f}, a UUID, a hash, an address. */
    private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9])[0-9a-fA-FxX.:-]*[0-9][0-9a-fA-FxX.:-]*");

    /** Packages that are not the application's own code. */
    private static final List<String> FOREIGN = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "com.oracle.svm.",
            "org.graalvm.",
            "jakarta.",
            "io.quarkus.",
            "io.smallrye.",
            "io.vertx.",
            "io.netty.",
            "io.agroal.",
            "com.arjuna.",
            "com.fasterxml.",
            "org.hibernate.",
            "org.jboss.",
            "org.postgresql.",
            "org.eclipse.microprofile.",
            "io.github.rowmill.api.",
            "io.github.rowmill.engine.",
            "io.github.rowmill.handler.",
            "io.github.rowmill.payload.");

    /** Parts of the names of classes that the platform generates from the application's classes. */
    private static final List<String> GENERATED = List.of("_ClientProxy", "_Subclass", "Invoker_", "$$");

    /** Returns the signature of an exception. */
    public static FailureSignature of(Throwable thrown) {
        try {
            return read(thrown);
        } catch (RuntimeException | Error e) {
            return of(thrown.getClass().getName(), "", "");
        }
    }

    private static FailureSignature read(Throwable thrown) {
        if (thrown instanceof ForeignFailure foreign) {
            return of(Printable.of(foreign.exception()), "", message(foreign));
        }
        List<Throwable> innermostFirst = causes(thrown);
        Throwable innermost = innermostFirst.get(0);
        return of(innermost.getClass().getName(), frame(innermostFirst), message(innermost));
    }

    private static FailureSignature of(String exception, String frame, String message) {
        String name = cut(exception, MAX_NAME);
        return new FailureSignature(
                Sha256.hex(String.join("\n", name, frame, message)).substring(0, LENGTH_OF_ID), name, frame, message);
    }

    private static List<Throwable> causes(Throwable thrown) {
        List<Throwable> causes = new ArrayList<>();
        Throwable cause = thrown;
        while (cause != null && causes.size() < MAX_CAUSES && !causes.contains(cause)) {
            causes.add(cause);
            cause = cause.getCause();
        }
        Collections.reverse(causes);
        return causes;
    }

    /**
     * Returns the first frame of the application's own code, from the innermost exception that has one. If none
     * has, returns the first frame of the innermost exception.
     */
    private static String frame(List<Throwable> innermostFirst) {
        return innermostFirst.stream()
                .flatMap(cause -> Arrays.stream(cause.getStackTrace()))
                .filter(FailureSignature::isOwn)
                .findFirst()
                .or(() -> Arrays.stream(innermostFirst.get(0).getStackTrace()).findFirst())
                .map(frame -> cut(frame.getClassName() + "." + frame.getMethodName(), MAX_NAME))
                .orElse("");
    }

    private static boolean isOwn(StackTraceElement frame) {
        return isOwn(frame.getClassName());
    }

    /** Returns whether a class is the application's own code: neither the platform's nor generated. */
    public static boolean isOwn(String name) {
        return GENERATED.stream().noneMatch(name::contains) && FOREIGN.stream().noneMatch(name::startsWith);
    }

    private static String message(Throwable thrown) {
        String message = thrown.getMessage();
        String line = message == null ? "" : message.lines().findFirst().orElse("");
        return cut(NUMBER.matcher(cut(line, 4 * MAX_MESSAGE)).replaceAll("#"), MAX_MESSAGE);
    }

    private static String cut(String text, int most) {
        return Printable.of(text.substring(0, Math.min(text.length(), most)));
    }
}
