package io.github.rowmill.operate.trace;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.feature.context.Spans;
import io.github.rowmill.text.ErrorText;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The span of an attempt, current on the thread of its handler. */
final class ProcessSpan implements Spans.Processing {

    private final Span span;
    private final Scope scope;

    private ProcessSpan(Span span, Scope scope) {
        this.span = span;
        this.scope = scope;
    }

    /** Starts the span and makes it current. The end of the attempt closes its scope on the same thread. */
    @SuppressWarnings("MustBeClosedChecker")
    static ProcessSpan start(SpanBuilder builder) {
        Span span = builder.startSpan();
        return new ProcessSpan(span, span.makeCurrent());
    }

    @Override
    public void end(@Nullable Ending ending) {
        scope.close();
        if (ending != null) {
            tell(ending);
        }
        span.end();
    }

    private void tell(Ending ending) {
        span.setAttribute(Names.OUTCOME, ending.kind().name().toLowerCase(Locale.ROOT));
        switch (ending.kind()) {
            case RETRY -> failed(((Outcome.Retry) ending).cause());
            case GAVE_UP -> failed(((Outcome.GaveUp) ending).cause());
            case TIMED_OUT -> stopped("timeout", "longer than " + ((Ending.TimedOut) ending).timeout());
            case LEASE_LOST -> stopped("lease_lost", "the lease is another's by now");
            case SUCCEEDED, SNOOZE, CANCELLED, RELEASED, SUSPENDED -> {}
        }
    }

    /** Records the exception with texts of {@link ErrorText}, as the methods of an exception may throw. */
    private void failed(Throwable cause) {
        String type = cause.getClass().getName();
        span.addEvent(
                "exception",
                Attributes.of(
                        Names.EXCEPTION_TYPE, type,
                        Names.EXCEPTION_MESSAGE, ErrorText.of(cause),
                        Names.EXCEPTION_TRACE, ErrorText.trace(cause)));
        stopped(type, ErrorText.of(cause));
    }

    private void stopped(String type, String message) {
        span.setAttribute(Names.ERROR, type);
        span.setStatus(StatusCode.ERROR, message);
    }
}
