package io.github.rowmill.machine;

/** How a transaction ends. */
enum Ending {
    COMMIT,
    ROLLBACK
}
