package io.github.rowmill.operate.page.list;

import java.util.List;

/**
 * What is asked before something is done to many tasks.
 *
 * @param tasks how many, in words
 * @param ids of those that were selected; empty: all that the query finds
 * @param back path of the list that it came from
 * @param fault why it cannot be done; empty: it can
 */
record Question(Bulk bulk, String tasks, List<Long> ids, String q, String back, String fault) {

    public boolean isOfQuery() {
        return ids.isEmpty();
    }
}
