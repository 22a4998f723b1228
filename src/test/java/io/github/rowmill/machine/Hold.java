package io.github.rowmill.machine;

/** A lease in the model: the number of its task in the order of enqueues, and the version of the lease. */
record Hold(int task, long version) {

    @Override
    public String toString() {
        return task + "@" + version;
    }
}
