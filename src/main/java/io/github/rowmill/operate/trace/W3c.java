package io.github.rowmill.operate.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads a span as {@code traceparent} and {@code tracestate}. Baggage is not carried, as it would be
 * stored in rows that users read.
 */
final class W3c {

    private static final W3CTraceContextPropagator FORMAT = W3CTraceContextPropagator.getInstance();

    private W3c() {}

    /** Returns the entries for the span of a context, or an empty map if the context has none. */
    static Map<String, String> write(Context context) {
        Map<String, String> carried = new TreeMap<>();
        FORMAT.inject(context, carried, (into, key, value) -> {
            if (into != null) {
                into.put(key, value);
            }
        });
        return carried;
    }

    /** Returns a context with the carried span, or an empty context if nothing valid is carried. */
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
