package io.github.rowmill.feature.schedule.store;

/**
 * A cron expression or a zone that this node cannot read. A node with other zones, or of another version, may read
 * it.
 */
public final class UnreadableRule extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Uses the message of the cause. */
    public UnreadableRule(IllegalArgumentException why) {
        super(why.getMessage(), why);
    }
}
