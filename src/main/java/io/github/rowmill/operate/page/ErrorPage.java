package io.github.rowmill.operate.page;

import io.github.rowmill.operate.http.json.Problem;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A page with a heading and a sentence, for errors: something is missing, does not work, or is not permitted.
 *
 * @param log id under which the server logged an error; null if it did not
 * @param isTriedAgain whether the page loads itself again, as the request may soon succeed
 */
record ErrorPage(
        int status, String heading, String text, @Nullable String log, boolean isTriedAgain) {

    private static final int DENIED = 403;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;

    static ErrorPage of(Problem problem) {
        return switch (problem.status()) {
            case NOT_FOUND -> notFound(problem.detail());
            case DENIED -> new ErrorPage(DENIED, "You may not do this", sentence(problem.detail()), null, false);
            case UNAVAILABLE -> unavailable("Reason: " + problem.detail() + ".");
            case FAILED ->
                new ErrorPage(
                        FAILED, "Something went wrong", "The log of this node has details.", problem.instance(), false);
            default -> new ErrorPage(problem.status(), problem.title(), text(problem), null, false);
        };
    }

    /** Returns a copy that the browser does not load again by itself. */
    ErrorPage once() {
        return new ErrorPage(status, heading, text, log, false);
    }

    /** Returns the page for a request that was refused before it reached a page. */
    static ErrorPage ofStatus(int status) {
        return switch (status) {
            case NOT_FOUND -> notFound("No page of the dashboard has this address");
            case UNAVAILABLE -> unavailable("Your login could not be checked.");
            default ->
                new ErrorPage(
                        status,
                        "The request was refused",
                        "It came from a page of another site, or is not a request of this page.",
                        null,
                        false);
        };
    }

    private static String text(Problem problem) {
        return problem.violations().isEmpty()
                ? sentence(problem.detail())
                : problem.violations().stream()
                        .map(violation -> "%s %s.".formatted(violation.field(), violation.message()))
                        .collect(Collectors.joining(" "));
    }

    static ErrorPage notFound(String why) {
        return new ErrorPage(NOT_FOUND, "There is nothing here", sentence(why), null, false);
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    private static ErrorPage unavailable(String why) {
        return new ErrorPage(
                UNAVAILABLE,
                "The database does not answer",
                "Nothing can be shown. Running handlers go on. Their results wait in the nodes, and no task is lost. "
                        + why,
                null,
                true);
    }
}
