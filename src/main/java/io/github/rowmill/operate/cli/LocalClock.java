package io.github.rowmill.operate.cli;

import java.time.Instant;

/** This machine's clock, which nothing of Rowmill goes by; to be compared with the database's. */
final class LocalClock {

    private LocalClock() {}

    static Instant now() {
        return Instant.now();
    }
}
