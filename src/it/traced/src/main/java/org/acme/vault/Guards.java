package org.acme.vault;

import io.github.rowmill.api.Handles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;

/** Handlers that need a caller who may do this: one calls a bean that asks, the other asks itself. */
@ApplicationScoped
public class Guards {

    private final Vault vault;

    Guards(Vault vault) {
        this.vault = vault;
    }

    @Handles(value = "open-vault", maxAttempts = 1)
    void open() {
        vault.open();
    }

    @Handles(value = "count-vault", maxAttempts = 1)
    @RolesAllowed("keeper")
    void count() {}
}
