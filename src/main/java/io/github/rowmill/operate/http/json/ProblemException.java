package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.Problem.Kind;
import java.util.List;

/** Thrown if a request is refused before it reaches the queue. */
public final class ProblemException extends RuntimeException {

    /** Seconds after which the caller may try again, if no better number is known. */
    public static final long RETRY_AFTER_SECONDS = 2;

    private final transient Problem problem;
    private final long retryAfterSeconds;

    public ProblemException(Problem problem) {
        this(problem, RETRY_AFTER_SECONDS);
    }

    /** Creates an exception with the number of seconds after which the request may be accepted. */
    public ProblemException(Problem problem, long retryAfterSeconds) {
        super(problem.detail());
        this.problem = problem;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** Returns an exception with a problem of this kind, about the request as a whole. */
    public static ProblemException of(Kind kind, String detail) {
        return new ProblemException(Problem.of(kind, detail));
    }

    /** Returns an exception about invalid fields or parameters. */
    public static ProblemException of(List<Violation> violations) {
        return new ProblemException(invalid(violations));
    }

    /** Returns the problem with these violations. */
    public static Problem invalid(List<Violation> violations) {
        return Problem.of(Kind.INVALID_REQUEST, "the request is invalid; violations has the reasons")
                .with(violations);
    }

    /** Returns the seconds after which the caller may try again, if the status allows that. */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** Returns the problem for the answer. */
    public Problem problem() {
        return problem;
    }
}
