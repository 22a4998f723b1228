package io.github.rowmill.engine.store.end;

/** The statement that completes tasks, as it is sent. */
public final class CompletionStatements {

    /**
     * Completes many tasks, and returns the ids and versions of those that it completed. Parameters: ids, versions,
     * node.
     */
    public static final String ALL = CompletionText.COMPLETE_ALL;

    private CompletionStatements() {}
}
