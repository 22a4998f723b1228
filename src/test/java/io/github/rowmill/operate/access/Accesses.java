package io.github.rowmill.operate.access;

/** The access of callers, for tests. */
public final class Accesses {

    private Accesses() {}

    /** Returns the access of a caller without permissions. */
    public static Access ofNobody() {
        return new Access(new CurrentCaller());
    }
}
