package io.github.rowmill.config;

/** Relation of an attempt's span to the span of its task's enqueue. */
public enum TraceRelation {
    /** The span is the root of its own trace, with a link to the enqueue's span. */
    LINK,
    /** The span is a child of the enqueue's span: one trace, however late the attempt is. */
    PARENT,
    /** No spans are made, and no trace is carried. */
    OFF
}
