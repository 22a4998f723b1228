package io.github.rowmill.operate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.payload.cipher.Encrypting;
import io.github.rowmill.testing.ManualMill;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the setting with which a task is one trace from its enqueue on. */
@QuarkusTest
@TestProfile(Encrypting.class)
class ParentTraceTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    TestTelemetry telemetry;

    @BeforeEach
    void clear() {
        rows.clear();
        telemetry.clear();
    }

    @Test
    void anAttemptIsAChildOfItsEnqueue() {
        queue.enqueue(NewTask.of("noop"));
        mill.runOnce();

        SpanData sent = telemetry.span(SpanKind.PRODUCER);
        SpanData processed = telemetry.span(SpanKind.CONSUMER);
        assertThat(processed.getTraceId()).isEqualTo(sent.getTraceId());
        assertThat(processed.getParentSpanId()).isEqualTo(sent.getSpanId());
        assertThat(processed.getLinks()).isEmpty();
    }

    @Test
    void anAttemptWithoutAnEnqueueSpanIsARoot() {
        rows.insert(TaskRow.of("noop"));
        mill.runOnce();

        assertThat(telemetry.span(SpanKind.CONSUMER).getParentSpanContext().isValid())
                .isFalse();
    }
}
