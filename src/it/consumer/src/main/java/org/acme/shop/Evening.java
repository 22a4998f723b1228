package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Work that is in hand when the application is told to stop. */
@ApplicationScoped
class Evening {

    @Inject
    Till till;

    /** Takes its time, and needs the till at the end of it. */
    @Handles("count-till")
    void countTill() throws InterruptedException {
        till.count();
        till.awaitClosing(3);
        till.count();
    }

    /** Takes longer than anybody waits, and ends when it is interrupted. */
    @Handles("stay-late")
    void stayLate() throws InterruptedException {
        TimeUnit.MINUTES.sleep(10);
    }

    /** Takes longer than anybody waits, whatever it is told. */
    @Handles("turn-a-deaf-ear")
    void turnADeafEar() {
        while (true) {
            LockSupport.parkNanos(this, TimeUnit.MINUTES.toNanos(10));
            Thread.interrupted();
        }
    }
}
