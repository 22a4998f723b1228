package io.github.rowmill.engine.store.loop;

import java.time.Duration;

/** A search took longer than one may: the same will not do later, one that asks for less may. */
public class SearchTimeoutException extends UnansweredException {

    private static final long serialVersionUID = 1L;

    public SearchTimeoutException(Duration limit, Throwable cause) {
        super(
                "the search took longer than %s s; narrow it by what has an index: an id, a tag, a key, a status other than completed, or when tasks finished"
                        .formatted(limit.toSeconds()),
                cause);
    }
}
