package io.github.rowmill.db;

import org.jspecify.annotations.Nullable;

/** The database was unreachable, gave no answer in time, or had too many callers at once. A retry may succeed. */
public class UnansweredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnansweredException(Throwable cause) {
        this("the database did not answer in time, or there are too many requests at once; try again later", cause);
    }

    public UnansweredException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
