package io.github.rowmill.operate.access;

/** What callers may, for tests. */
public final class Accesses {

    private Accesses() {}

    /** Of one who may do nothing. */
    public static Access ofNobody() {
        return new Access(new CurrentCaller());
    }
}
