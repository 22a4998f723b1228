package io.github.rowmill.testing;

/** A handle that keeps tasks running inline while it is open; see {@link ManualMill#inline()}. */
public interface InlineTasks extends AutoCloseable {

    /** Ends inline runs. From now on tasks wait for rounds again. */
    @Override
    void close();
}
