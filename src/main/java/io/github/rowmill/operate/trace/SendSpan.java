package io.github.rowmill.operate.trace;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.feature.context.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.Map;

/** The span of an enqueue. */
final class SendSpan implements Spans.Sending {

    private final Span span;
    private boolean sent;

    SendSpan(Span span) {
        this.span = span;
    }

    @Override
    public Map<String, String> carried() {
        return W3c.write(Context.current().with(span));
    }

    @Override
    public void sent(List<Enqueued> enqueued) {
        sent = true;
        if (enqueued.size() == 1) {
            span.setAttribute(Names.ID, String.valueOf(enqueued.get(0).id()));
        }
    }

    @Override
    public void end() {
        if (!sent) {
            span.setAttribute(Names.ERROR, "refused");
            span.setStatus(StatusCode.ERROR, "the enqueue was refused");
        }
        span.end();
    }
}
