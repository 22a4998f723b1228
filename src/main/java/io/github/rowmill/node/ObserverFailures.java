package io.github.rowmill.node;

/** Receives exceptions thrown by observers of events. For the engine, not for applications. */
@FunctionalInterface
public interface ObserverFailures {

    /** Called if an observer of the event with this name failed. */
    void failed(String event, Throwable cause);
}
