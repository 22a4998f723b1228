package io.github.rowmill.machine;

/** The end of a transaction. */
enum Ending {
    COMMIT,
    ROLLBACK
}
