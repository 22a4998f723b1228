package org.acme.vault;

import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;

/** A scheduled method of the application itself. */
@ApplicationScoped
public class Nights {

    @Scheduled(identity = "vault-audit", cron = "0 0 3 * * ?")
    void audit() {}
}
