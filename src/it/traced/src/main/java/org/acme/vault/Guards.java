package org.acme.vault;

import io.github.rowmill.api.Handles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;

/** Handlers that need a caller with a role. The first calls a bean with the annotation. The second has it itself. */
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
