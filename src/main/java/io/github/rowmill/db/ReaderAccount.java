package io.github.rowmill.db;

import org.jspecify.annotations.Nullable;

/** The reader, for limits on concurrent reads. */
public interface ReaderAccount {

    /** Returns the account that a read counts for, or null if the reader needs no limit. */
    @Nullable
    String account();
}
