package io.github.rowmill.operate.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A span as {@code traceparent} and {@code tracestate}. Baggage is not carried: it would end in rows that people read. */
final class W3c {

    private static final W3CTraceContextPropagator FORMAT = W3CTraceContextPropagator.getInstance();

    private W3c() {}

    /** Empty: there is no span in this context. */
    static Map<String, String> write(Context context) {
        Map<String, String> carried = new TreeMap<>();
        FORMAT.inject(context, carried, (into, key, value) -> {
            if (into != null) {
                into.put(key, value);
            }
        });
        return carried;
    }

    /** A context with the span, or, if what is carried is none, with nothing. */
    static Context read(Map<String, String> carried) {
        return FORMAT.extract(Context.root(), carried, Getter.GETTER);
    }

    private enum Getter implements TextMapGetter<Map<String, String>> {
        GETTER;

        @Override
        public Iterable<String> keys(Map<String, String> carried) {
            return carried.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> carried, String key) {
            return carried == null ? null : carried.get(key);
        }
    }
}
