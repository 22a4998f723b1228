package org.acme.vault;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A bean whose method {@code open} needs the role {@code keeper}. */
@ApplicationScoped
public class Vault {

    private final List<String> opened = new CopyOnWriteArrayList<>();

    private final SecurityIdentity caller;

    Vault(SecurityIdentity caller) {
        this.caller = caller;
    }

    @RolesAllowed("keeper")
    public void open() {
        opened.add(caller.getPrincipal().getName());
    }

    /** Returns the names of the callers that opened the vault. */
    public List<String> opened() {
        return opened;
    }
}
