package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;

/** Handlers that processes of this application are put to the test with. */
@ApplicationScoped
class Hazards {

    /** Takes its whole process down, as an out-of-memory kill would. */
    @Handles("poison")
    void halt() {
        Runtime.getRuntime().halt(1);
    }

    /** Ends its process in good order, as an application's own code should not. */
    @Handles("exit")
    void exit() {
        System.exit(0);
    }

    /** Takes long enough to be in hand when a neighbour does its worst. */
    @Handles("bystander")
    void standBy() throws InterruptedException {
        Thread.sleep(200);
    }
}
