package io.github.rowmill.operate.page.list;

import io.github.rowmill.engine.bulk.BulkAction;

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
        return switch (action) {
            case CANCEL -> "cancelled";
            case RETRY -> "queued again";
            case DELETE -> "deleted";
        };
    }

    /** Returns what the action does to each task. */
    public String effect() {
        return switch (action) {
            case CANCEL ->
                "Those that have not ended are cancelled; one that executes is interrupted. The others stay as they are.";
            case RETRY ->
                "Those that are dead or cancelled are queued again, with one attempt more if all were used up. The others stay as they are. If their cause is still there, they fail again.";
            case DELETE ->
                "Those that have ended are deleted with their attempts, and nothing brings them back. The others stay as they are.";
        };
    }

    public boolean isHarm() {
        return action != BulkAction.RETRY;
    }
}
