package io.github.rowmill.operate.trace;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** An application's OpenTelemetry, which keeps ended spans in memory. */
@Alternative
@Singleton
public class TestTelemetry {

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();

    @Produces
    @Singleton
    OpenTelemetry telemetry() {
        return sdk;
    }

    public void clear() {
        exporter.reset();
    }

    /** Returns all ended spans, in the order of their ends. */
    public List<SpanData> spans() {
        return exporter.getFinishedSpanItems();
    }

    public List<SpanData> spans(SpanKind kind) {
        return spans().stream().filter(span -> span.getKind() == kind).toList();
    }

    /** Returns the only span of this kind. */
    public SpanData span(SpanKind kind) {
        List<SpanData> found = spans(kind);
        if (found.size() != 1) {
            throw new AssertionError("%d spans are %s: %s".formatted(found.size(), kind, found));
        }
        return found.get(0);
    }
}
