package io.github.rowmill.operate.access;

import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The authenticated caller of this request, or {@code NOBODY} before authentication. */
@RequestScoped
public class CurrentCaller {

    private Caller caller = Caller.NOBODY;
    private @Nullable String account;

    public Caller get() {
        return caller;
    }

    public void set(Caller found) {
        caller = found;
        account = found.isKnown() ? found.account() : null;
    }

    /**
     * Sets the caller for whom a page is rendered again and again. Reads are not counted for an account then, as
     * the rendering thread counts its cost itself.
     */
    public void watches(Caller found) {
        caller = found;
    }

    @Nullable
    String account() {
        return account;
    }
}
