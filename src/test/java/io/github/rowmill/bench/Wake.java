package io.github.rowmill.bench;

/** How long a handler took to start, in milliseconds: since the enqueue was asked for, and since its transaction had been committed. */
record Wake(double sinceAsked, double sinceCommitted) {

    private static final double NANOS = 1e6;

    /** Nanoseconds of one clock. */
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
