package io.github.rowmill.node;

/** Hears what observers of events threw. For the engine; an application has no use for it. */
@FunctionalInterface
public interface ObserverFailures {

    /** An observer of the event of this name failed. */
    void failed(String event, Throwable cause);
}
