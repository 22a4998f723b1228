package io.github.rowmill.db;

import java.time.Duration;

/** A search exceeded its time limit. A repetition will fail too; a narrower search may succeed. */
public class SearchTimeoutException extends UnansweredException {

    private static final long serialVersionUID = 1L;

    public SearchTimeoutException(Duration limit, Throwable cause) {
        super(
                "the search took longer than %s s; add a term that has an index: an id, a tag, a key, a status other than completed, or when tasks finished"
                        .formatted(limit.toSeconds()),
                cause);
    }
}
