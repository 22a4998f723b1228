package io.github.rowmill.operate.trace;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TraceRelation;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.context.NoSpans;
import io.github.rowmill.feature.context.Spans;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.task.Claimed;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates spans with the application's own OpenTelemetry, named by its conventions for messaging. */
@Singleton
@IfBuildProperty(name = OptionalParts.TRACE, stringValue = "true")
class OpenTelemetrySpans implements Spans {

    private static final Spans NONE = new NoSpans();

    private final TraceRelation relation;
    private final @Nullable Tracer tracer;

    OpenTelemetrySpans(Instance<OpenTelemetry> telemetry, RowmillConfig config) {
        this.relation = config.context().trace();
        this.tracer = relation != TraceRelation.OFF && telemetry.isResolvable()
                ? telemetry.get().getTracer("io.github.rowmill")
                : null;
    }

    @Override
    public boolean isOn() {
        return tracer != null;
    }

    @Override
    public Sending send(List<NewRow> rows) {
        Tracer own = tracer;
        if (own == null) {
            return NONE.send(rows);
        }
        Set<String> queues = distinct(rows.stream().map(NewRow::queue).toList());
        Set<String> types = distinct(rows.stream().map(row -> row.task().type()).toList());
        SpanBuilder span = Names.begin(own, Names.SEND, queues).setSpanKind(SpanKind.PRODUCER);
        if (types.size() == 1) {
            span.setAttribute(Names.TYPE, types.iterator().next());
        }
        if (rows.size() > 1) {
            span.setAttribute(Names.BATCH_COUNT, (long) rows.size());
        }
        return new SendSpan(span.startSpan());
    }

    private static Set<String> distinct(List<String> names) {
        return names.stream().collect(Collectors.toSet());
    }

    @Override
    public Processing process(Claimed task, Map<String, String> carried) {
        Tracer own = tracer;
        if (own == null) {
            return NONE.process(task, carried);
        }
        SpanBuilder span = Names.begin(own, Names.PROCESS, Set.of(task.queue()))
                .setSpanKind(SpanKind.CONSUMER)
                .setAttribute(Names.ID, String.valueOf(task.id()))
                .setAttribute(Names.TYPE, task.type())
                .setAttribute(Names.ATTEMPT, (long) task.attempt());
        return ProcessSpan.start(relate(span, W3c.read(carried)));
    }

    /**
     * Relates the span to that of the enqueue, as a child or by a link. The current span of the
     * worker's thread is ignored.
     */
    private SpanBuilder relate(SpanBuilder span, Context enqueue) {
        SpanContext origin = Span.fromContext(enqueue).getSpanContext();
        if (relation == TraceRelation.PARENT) {
            return span.setParent(enqueue);
        }
        span.setNoParent();
        return origin.isValid() ? span.addLink(origin) : span;
    }
}
