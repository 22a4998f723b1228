package io.github.rowmill.api;

/** A patch makes no sense for any task; nothing was written. */
public final class InvalidPatchException extends RowmillException {

    private final String problem;

    public InvalidPatchException(String problem) {
        super("the patch was refused: it " + problem);
        this.problem = problem;
    }

    /** The rule that it breaks, as {@code must be JSON}. */
    public Violation violation() {
        return new Violation("patch", problem);
    }
}
