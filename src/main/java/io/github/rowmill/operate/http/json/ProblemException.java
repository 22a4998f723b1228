package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.Problem.Kind;
import java.util.List;

/** A request was refused before it reached the queue. */
public final class ProblemException extends RuntimeException {

    /** After so long it is worth another try, where anything is known to be. */
    public static final long RETRY_AFTER_SECONDS = 2;

    private final transient Problem problem;
    private final long retryAfterSeconds;

    public ProblemException(Problem problem) {
        this(problem, RETRY_AFTER_SECONDS);
    }

    /** The same, where it is known after how long the request may be let in. */
    public ProblemException(Problem problem, long retryAfterSeconds) {
        super(problem.detail());
        this.problem = problem;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** The request as a whole is at fault. */
    public static ProblemException of(Kind kind, String detail) {
        return new ProblemException(Problem.of(kind, detail));
    }

    /** Fields or parameters are at fault. */
    public static ProblemException of(List<Violation> violations) {
        return new ProblemException(invalid(violations));
    }

    /** The problem with these violations. */
    public static Problem invalid(List<Violation> violations) {
        return Problem.of(Kind.INVALID_REQUEST, "the request was refused; violations says why")
                .with(violations);
    }

    /** When to come again, if the status says that one may. */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** What to answer. */
    public Problem problem() {
        return problem;
    }
}
