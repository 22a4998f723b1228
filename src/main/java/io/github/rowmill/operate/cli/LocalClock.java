package io.github.rowmill.operate.cli;

import java.time.Instant;

/**
 * The clock of this machine. Rowmill only compares it with the clock of the database, and bases no decision on it.
 */
final class LocalClock {

    private LocalClock() {}

    static Instant now() {
        return Instant.now();
    }
}
