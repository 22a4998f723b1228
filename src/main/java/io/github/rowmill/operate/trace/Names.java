package io.github.rowmill.operate.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import java.util.Set;

/**
 * Names of spans and attributes. They follow OpenTelemetry's conventions for messaging, which are not stable yet,
 * or are specific to Rowmill.
 */
final class Names {

    static final String SEND = "send";
    static final String PROCESS = "process";

    static final AttributeKey<String> ID = AttributeKey.stringKey("messaging.message.id");
    static final AttributeKey<Long> BATCH_COUNT = AttributeKey.longKey("messaging.batch.message_count");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> TYPE = AttributeKey.stringKey("rowmill.type");
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("rowmill.attempt");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("rowmill.outcome");

    static final AttributeKey<String> EXCEPTION_TYPE = AttributeKey.stringKey("exception.type");
    static final AttributeKey<String> EXCEPTION_MESSAGE = AttributeKey.stringKey("exception.message");
    static final AttributeKey<String> EXCEPTION_TRACE = AttributeKey.stringKey("exception.stacktrace");

    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
    private static final AttributeKey<String> OPERATION_TYPE = AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");

    private Names() {}

    /** Begins a span of an operation on queues. The queue is named only if it is a single one. */
    static SpanBuilder begin(Tracer tracer, String operation, Set<String> queues) {
        boolean one = queues.size() == 1;
        SpanBuilder span = tracer.spanBuilder(
                        one ? operation + " " + queues.iterator().next() : operation)
                .setAttribute(SYSTEM, "rowmill")
                .setAttribute(OPERATION, operation)
                .setAttribute(OPERATION_TYPE, operation);
        return one ? span.setAttribute(DESTINATION, queues.iterator().next()) : span;
    }
}
