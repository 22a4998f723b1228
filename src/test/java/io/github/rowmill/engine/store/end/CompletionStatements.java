package io.github.rowmill.engine.store.end;

/** How completions are sent. */
public final class CompletionStatements {

    /** Many at once; parameters: ids, versions, operator. It returns ids and versions of those that it completed. */
    public static final String ALL = CompletionText.COMPLETE_ALL;

    private CompletionStatements() {}
}
