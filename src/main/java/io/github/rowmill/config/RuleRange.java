package io.github.rowmill.config;

/** The largest values of queues' rules. The smallest are 1 and, for times, a millisecond. */
public final class RuleRange {

    /** The largest number of tasks of a queue. */
    public static final int TASKS = Integer.MAX_VALUE;

    /** The largest number of tasks of a key, or of starts in a period or in a burst. */
    public static final int STARTS = 1_000_000;

    /** The largest weight of a queue or a key. */
    public static final int WEIGHT = 1_000;

    /** The longest period of a rate. */
    public static final int PERIOD_DAYS = 365;

    /** The longest waiting time that counts as one step of priority. */
    public static final int AGEING_DAYS = 36_500;

    private RuleRange() {}
}
