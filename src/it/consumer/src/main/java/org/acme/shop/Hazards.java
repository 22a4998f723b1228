package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;

/** Handlers by which tests end processes of this application, and a handler that runs beside them. */
@ApplicationScoped
class Hazards {

    /** Ends the whole process at once, as an out-of-memory kill does. */
    @Handles("poison")
    void halt() {
        Runtime.getRuntime().halt(1);
    }

    /** Ends the process in an orderly way. Code of an application should not do this. */
    @Handles("exit")
    void exit() {
        System.exit(0);
    }

    /** Takes 200 ms, so that it still runs when a handler beside it ends the process. */
    @Handles("bystander")
    void standBy() throws InterruptedException {
        Thread.sleep(200);
    }
}
