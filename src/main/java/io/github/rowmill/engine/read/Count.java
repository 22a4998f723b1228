package io.github.rowmill.engine.read;

/**
 * A number of tasks and its precision. Counting stops at some thousands, because otherwise its duration would grow
 * with the table.
 */
public record Count(long number, Precision precision) {

    /** The precision of a count. */
    public enum Precision {
        EXACT,
        /** Counting stopped, and there is no better estimate. */
        AT_LEAST,
        /** PostgreSQL's planner estimates the number. */
        ESTIMATED
    }

    static final Count NONE = new Count(0, Precision.EXACT);

    /** Returns a count that stopped at {@code cap}. */
    static Count upTo(long cap, long counted) {
        return new Count(counted, counted < cap ? Precision.EXACT : Precision.AT_LEAST);
    }

    boolean isExact() {
        return precision == Precision.EXACT;
    }

    Count plus(Count other) {
        return new Count(number + other.number, isExact() ? other.precision : precision);
    }

    /** Returns the planner's estimate if it is higher than this count, or else this count. */
    Count orEstimated(long rows) {
        return rows > number ? new Count(rows, Precision.ESTIMATED) : this;
    }
}
