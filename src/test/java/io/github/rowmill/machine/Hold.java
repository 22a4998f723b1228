package io.github.rowmill.machine;

/** A lease as the model knows it: of the n-th task enqueued, and the version it had. */
record Hold(int task, long version) {

    @Override
    public String toString() {
        return task + "@" + version;
    }
}
