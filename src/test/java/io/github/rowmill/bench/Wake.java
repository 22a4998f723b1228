package io.github.rowmill.bench;

/** The milliseconds until a handler started, from the call of the enqueue and from the commit of its transaction. */
record Wake(double sinceAsked, double sinceCommitted) {

    private static final double NANOS = 1e6;

    /** Computes the milliseconds from three moments, in nanoseconds of one clock. */
    static Wake of(long asked, long committed, long begun) {
        return new Wake((begun - asked) / NANOS, (begun - committed) / NANOS);
    }

    static Wake parse(String text) {
        String[] parts = text.split("/");
        return new Wake(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
    }

    @Override
    public String toString() {
        return sinceAsked + "/" + sinceCommitted;
    }
}
