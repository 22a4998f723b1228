package io.github.rowmill.testing;

/** Tasks run inline for as long as this is open; see {@link ManualMill#inline()}. */
public interface InlineTasks extends AutoCloseable {

    /** From now on tasks wait for rounds again. */
    @Override
    void close();
}
