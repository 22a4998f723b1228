package org.acme.vault;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Keeps spans in memory instead of sending them to a collector. */
@Singleton
class Exporter {

    final InMemorySpanExporter spans = InMemorySpanExporter.create();

    @Produces
    @Singleton
    SpanProcessor processor() {
        return SimpleSpanProcessor.create(spans);
    }
}
