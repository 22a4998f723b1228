package io.github.rowmill.operate.access;

import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** Who makes this request; nobody until that was found out. */
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

    /** Somebody for whom a page is made again and again, by a thread that counts what that costs. */
    public void watches(Caller found) {
        caller = found;
    }

    @Nullable
    String account() {
        return account;
    }
}
