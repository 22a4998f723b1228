package io.github.rowmill.operate.page.list;

import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.operate.page.ConfirmedAction;

/** The words for an action on many tasks. */
record Bulk(BulkAction action) {

    /** Returns the word of the action in addresses and forms. */
    public String word() {
        return action.word();
    }

    /** Returns the verb for the beginning of a sentence. */
    public String verb() {
        return action.name().charAt(0) + action.word().substring(1);
    }

    /** Returns the verb for a job that runs. */
    public String doing() {
        return switch (action) {
            case CANCEL -> "Cancelling";
            case RETRY -> "Retrying";
            case DELETE -> "Deleting";
        };
    }

    /** Returns the verb for a job that has ended. */
    public String done() {
        return ConfirmedAction.of(action).participle();
    }

    /** Returns what the action does to each task. */
    public String effect() {
        return switch (action) {
            case CANCEL ->
                "Tasks that have not ended are cancelled. Executing handlers are interrupted. Other tasks stay as they are.";
            case RETRY ->
                "Dead and cancelled tasks are queued again, with one more attempt if all were used up. Other tasks stay as they are. If the cause of a failure remains, the task fails again.";
            case DELETE ->
                "Tasks that have ended are deleted with their attempts. This cannot be undone. Other tasks stay as they are.";
        };
    }

    public boolean isHarm() {
        return action != BulkAction.RETRY;
    }
}
