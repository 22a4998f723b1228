package io.github.rowmill.operate.access;

import jakarta.enterprise.context.RequestScoped;

/** Who makes this request; nobody until that was found out. */
@RequestScoped
public class CurrentCaller {

    private Caller caller = Caller.NOBODY;

    public Caller get() {
        return caller;
    }

    public void set(Caller found) {
        caller = found;
    }
}
