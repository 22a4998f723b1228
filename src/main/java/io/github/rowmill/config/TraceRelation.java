package io.github.rowmill.config;

/** What the span of an attempt is to that of its task's enqueue. */
public enum TraceRelation {
    /** The root of a trace of its own, with a link to it. */
    LINK,
    /** Its child: one trace, however late the attempt is. */
    PARENT,
    /** There are no spans, and no trace is carried. */
    OFF
}
