package io.github.rowmill.operate.page;

import io.github.rowmill.feature.job.BulkAction;

/**
 * The words for an action on many tasks.
 *
 * @param doing the verb for a job that runs
 * @param done what was done to a task, such as {@code cancelled}
 * @param effect what the action does to each task
 */
public record Bulk(BulkAction action, Harm harm, String doing, String done, String effect) {

    /** The harm that an action does if it is a mistake. */
    public enum Harm {
        NONE,
        /** A later action can repair the tasks. */
        REPARABLE,
        /** The tasks are lost. */
        FINAL
    }

    /** Returns the word of the action in addresses and forms. */
    public String word() {
        return action.word();
    }

    /** Returns the verb for a button and for the beginning of a sentence. */
    public String verb() {
        return action.name().charAt(0) + action.word().substring(1);
    }

    public boolean isHarm() {
        return harm != Harm.NONE;
    }

    /** Returns whether the action cannot be undone. */
    public boolean isFinal() {
        return harm == Harm.FINAL;
    }
}
