package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Handlers that run while the application is stopped. */
@ApplicationScoped
class Evening {

    @Inject
    Till till;

    /** Uses the till, waits at most three seconds for its closing, and uses it again. */
    @Handles("count-till")
    void countTill() throws InterruptedException {
        till.count();
        till.awaitClosing(3);
        till.count();
    }

    /** Sleeps for ten minutes, longer than any drain of the tests. Ends when it is interrupted. */
    @Handles("stay-late")
    void stayLate() throws InterruptedException {
        TimeUnit.MINUTES.sleep(10);
    }

    /** Never ends, and ignores interrupts. */
    @Handles("turn-a-deaf-ear")
    void turnADeafEar() {
        while (true) {
            LockSupport.parkNanos(this, TimeUnit.MINUTES.toNanos(10));
            Thread.interrupted();
        }
    }
}
