package io.github.rowmill.chaos.load;

import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs rounds with pauses between them, until it is stopped. Counts rounds that fail. */
final class Rounds implements Runnable {

    /** Requests to nodes or to the database. */
    interface Round {
        void run() throws IOException, SQLException;
    }

    private final Site site;
    private final String failures;
    private final Duration pause;
    private final Round round;
    private volatile boolean stopped;

    /** Creates the rounds. Their failures are counted in the journal under the name {@code failures}. */
    Rounds(Site site, String failures, Duration pause, Round round) {
        this.site = site;
        this.failures = failures;
        this.pause = pause;
        this.round = round;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                tryRound();
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryRound() {
        try {
            round.run();
        } catch (IOException | SQLException e) {
            // The ledger shows whether requests without an answer were executed.
            site.journal().count(failures);
        }
    }

    void stop() {
        stopped = true;
    }
}
