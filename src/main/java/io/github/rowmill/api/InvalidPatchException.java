package io.github.rowmill.api;

/** Thrown if a patch is invalid for every task. Nothing is written. */
public final class InvalidPatchException extends RowmillException {

    private final String problem;

    public InvalidPatchException(String problem) {
        super("the patch was refused: it " + problem);
        this.problem = problem;
    }

    /** Returns the rule that the patch breaks, such as {@code must be JSON}. */
    public Violation violation() {
        return new Violation("patch", problem);
    }
}
