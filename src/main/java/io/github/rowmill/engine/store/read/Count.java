package io.github.rowmill.engine.store.read;

/** A number of tasks, and how well it is known: counting stops at some thousands, as it would else take as long as the table is large. */
public record Count(long number, Precision precision) {

    /** How well a count is known. */
    public enum Precision {
        EXACT,
        /** Counting stopped, and there is no better estimate. */
        AT_LEAST,
        /** PostgreSQL's planner thinks so. */
        ESTIMATED
    }

    static final Count NONE = new Count(0, Precision.EXACT);

    /** What was counted up to {@code cap}. */
    static Count upTo(long cap, long counted) {
        return new Count(counted, counted < cap ? Precision.EXACT : Precision.AT_LEAST);
    }

    boolean isExact() {
        return precision == Precision.EXACT;
    }

    Count plus(Count other) {
        return new Count(number + other.number, isExact() ? other.precision : precision);
    }

    /** What the planner thinks, if that is more than was counted. */
    Count orEstimated(long rows) {
        return rows > number ? new Count(rows, Precision.ESTIMATED) : this;
    }
}
