package io.github.rowmill.operate.page.list;

import java.util.List;

/**
 * What is asked before something is done to many tasks.
 *
 * @param tasks how many, in words
 * @param ids of those that were selected; empty: all that the query finds
 * @param back path of the list that it came from
 * @param fault why it cannot be done; empty: it can
 * @param areMany whether they are so many that a retry is better spread
 */
record Question(Bulk bulk, String tasks, List<Long> ids, String q, String back, String fault, boolean areMany) {

    /** Whether when they are due again can be chosen. */
    public boolean canSpread() {
        return isOfQuery() && !bulk.isHarm();
    }

    public boolean isOfQuery() {
        return ids.isEmpty();
    }
}
