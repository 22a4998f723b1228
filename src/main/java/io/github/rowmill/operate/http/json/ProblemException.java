package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.Problem.Kind;
import java.util.List;

/** A request was refused before it reached the queue. */
public final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
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

    /** What to answer. */
    public Problem problem() {
        return problem;
    }
}
