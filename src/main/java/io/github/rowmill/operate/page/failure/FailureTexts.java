package io.github.rowmill.operate.page.failure;

import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailurePart;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.quarkus.qute.TemplateExtension;
import java.time.Duration;
import java.util.List;

/** Formats failures with one cause for templates. */
@TemplateExtension
public final class FailureTexts {

    private static final Duration NEW = Duration.ofDays(1);

    private FailureTexts() {}

    /** Returns the simple name of the exception's class. */
    public static String name(Failure failure) {
        return last(failure.exception(), 1);
    }

    /** Returns class and method of the frame. */
    public static String place(Failure failure) {
        return last(failure.frame(), 2);
    }

    /** Returns the last parts of a dotted name. */
    private static String last(String name, int parts) {
        List<String> all = List.of(name.split("\\.", -1));
        return String.join(".", all.subList(Math.max(0, all.size() - parts), all.size()));
    }

    public static String count(Failure failure) {
        return Figures.number(failure.attempts());
    }

    public static String count(FailurePart part) {
        return Figures.number(part.attempts());
    }

    public static String typeNames(Failure failure) {
        return String.join(", ", failure.types());
    }

    /** Returns whether the first failure was less than a day ago, and so deserves a look. */
    public static boolean isNew(Failure failure, Times times) {
        return times.since(failure.first()).compareTo(NEW) < 0;
    }

    /** Returns the path of the failure's page, below {@code /rowmill/}. */
    public static String path(Failure failure) {
        return "failures/" + Search.encoded(failure.signature());
    }
}
