package io.github.rowmill.operate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.context.Carrying;
import io.github.rowmill.testing.ManualMill;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests spans as an application's collector receives them. */
@QuarkusTest
@TestProfile(Carrying.class)
class TraceTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    TestTelemetry telemetry;

    @Inject
    OpenTelemetry openTelemetry;

    @Inject
    TransactionManager transactions;

    @BeforeEach
    void clear() {
        rows.clear();
        telemetry.clear();
    }

    private long enqueue(String type, Probes.Behaviour behaviour) {
        return queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
    }

    private static String text(SpanData span, String name) {
        return span.getAttributes().get(AttributeKey.stringKey(name));
    }

    @Test
    void anEnqueueIsAProducerOfTheCallersTrace() {
        Span request = openTelemetry.getTracer("test").spanBuilder("GET /shop").startSpan();
        long id;
        try (Scope scope = request.makeCurrent()) {
            id = enqueue("probe", task -> null);
        }

        SpanData sent = telemetry.span(SpanKind.PRODUCER);
        assertThat(sent.getName()).isEqualTo("send default");
        assertThat(sent.getParentSpanId()).isEqualTo(request.getSpanContext().getSpanId());
        assertThat(sent.getAttributes().asMap().toString())
                .contains("messaging.system=rowmill", "messaging.operation.name=send", "messaging.operation.type=send")
                .contains("messaging.destination.name=default", "messaging.message.id=" + id, "rowmill.type=probe");
        assertThat(rows.of(id, "context -> 'trace' ->> 'traceparent'"))
                .startsWith("00-%s-%s-0".formatted(sent.getTraceId(), sent.getSpanId()))
                .matches(".*-0[13]"); // sampled; newer libraries also mark the id as random
    }

    @Test
    void anAttemptIsAConsumerWithItsOwnTraceLinkedToItsEnqueue() {
        long id = enqueue("probe", task -> null);
        mill.runOnce();

        SpanData sent = telemetry.span(SpanKind.PRODUCER);
        SpanData processed = telemetry.span(SpanKind.CONSUMER);
        assertThat(processed.getName()).isEqualTo("process default");
        assertThat(processed.getTraceId()).isNotEqualTo(sent.getTraceId());
        assertThat(processed.getParentSpanContext().isValid()).isFalse();
        assertThat(processed.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(sent.getSpanId()));
        assertThat(processed.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(processed.getAttributes().asMap().toString())
                .contains("messaging.operation.name=process", "messaging.operation.type=process")
                .contains("messaging.message.id=" + id, "rowmill.attempt=1", "rowmill.outcome=succeeded");
    }

    @Test
    void anEnqueueOfAHandlerIsInTheTraceOfItsAttempt() {
        enqueue("probe-tx", task -> queue.enqueue(NewTask.of("noop")));
        mill.runOnce();

        SpanData processed = telemetry.span(SpanKind.CONSUMER);
        assertThat(telemetry.spans(SpanKind.PRODUCER))
                .extracting(SpanData::getParentSpanId)
                .contains(processed.getSpanId());
    }

    @Test
    void everyAttemptIsASpanAndAFailedOneHasItsError() {
        long id = enqueue("probe", task -> {
            if (task.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            return null;
        });
        mill.runOnce();
        mill.pass(id, Duration.ofHours(1));
        mill.runOnce();

        assertThat(telemetry.spans(SpanKind.CONSUMER))
                .hasSize(2)
                .allSatisfy(span -> assertThat(span.getLinks()).hasSize(1));
        SpanData failed = telemetry.spans(SpanKind.CONSUMER).get(0);
        assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(failed.getStatus().getDescription()).isEqualTo("java.lang.IllegalStateException: not yet");
        assertThat(text(failed, "error.type")).isEqualTo("java.lang.IllegalStateException");
        assertThat(text(failed, "rowmill.outcome")).isEqualTo("retry");
        assertThat(failed.getEvents())
                .singleElement()
                .satisfies(
                        event -> assertThat(event.getAttributes().get(AttributeKey.stringKey("exception.stacktrace")))
                                .contains("at io.github.rowmill.operate.trace.TraceTest"));
        SpanData succeeded = telemetry.spans(SpanKind.CONSUMER).get(1);
        assertThat(succeeded.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    @Test
    void aSnoozedAttemptIsNoError() {
        enqueue("probe", task -> Outcome.snooze(Duration.ofHours(1)));
        mill.runOnce();

        SpanData processed = telemetry.span(SpanKind.CONSUMER);
        assertThat(processed.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(text(processed, "rowmill.outcome")).isEqualTo("snooze");
    }

    @Test
    void aTransactionThatCannotBeCommittedIsAnErrorOfItsAttempt() {
        enqueue("probe-tx", task -> {
            transactions.setRollbackOnly();
            return null;
        });
        mill.runOnce();

        assertThat(telemetry.span(SpanKind.CONSUMER).getStatus().getDescription())
                .contains("its transaction is marked for rollback");
    }

    @Test
    void anExceptionWithoutAReadableMessageIsRecorded() {
        long id = enqueue("probe", task -> {
            throw new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException();
                }
            };
        });
        mill.runOnce();

        assertThat(telemetry.span(SpanKind.CONSUMER).getStatus().getDescription())
                .contains("its message cannot be read");
        assertThat(rows.of(id, "status")).isEqualTo("queued");
    }

    @Test
    void theSpanOfAnAsynchronousHandlerEndsWithItsWork() {
        List<Integer> ended = new CopyOnWriteArrayList<>();
        enqueue("probe-stage", task -> {
            Thread worker = Thread.currentThread();
            return Side.begin(() -> {
                await().atMost(Duration.ofSeconds(10)).until(() -> worker.getState() == Thread.State.WAITING);
                ended.add(telemetry.spans(SpanKind.CONSUMER).size());
                throw new IllegalStateException("too late");
            });
        });
        mill.runOnce();

        assertThat(ended).containsExactly(0);
        assertThat(telemetry.span(SpanKind.CONSUMER).getStatus().getDescription())
                .contains("too late");
    }

    @Test
    void aBulkEnqueueIsOneSpanThatAllItsTasksAreLinkedTo() {
        queue.enqueue(List.of(
                NewTask.of("noop").queue("a"),
                NewTask.of("noop").queue("a"),
                NewTask.of("noop").queue("b")));
        mill.drain();

        SpanData sent = telemetry.span(SpanKind.PRODUCER);
        assertThat(sent.getName()).isEqualTo("send");
        assertThat(sent.getAttributes().get(AttributeKey.longKey("messaging.batch.message_count")))
                .isEqualTo(3);
        assertThat(telemetry.spans(SpanKind.CONSUMER))
                .hasSize(3)
                .allSatisfy(span -> assertThat(
                                span.getLinks().get(0).getSpanContext().getSpanId())
                        .isEqualTo(sent.getSpanId()));
    }

    @Test
    void anEnqueueThatIsRefusedIsAnError() {
        NewTask refusing = NewTask.of("noop").uniqueKey("one").onDuplicate(OnDuplicate.REFUSE);
        queue.enqueue(refusing);
        telemetry.clear();

        assertThatThrownBy(() -> queue.enqueue(refusing)).hasMessageContaining("one");
        assertThat(telemetry.span(SpanKind.PRODUCER).getStatus().getStatusCode())
                .isEqualTo(StatusCode.ERROR);
    }

    @Test
    void aTaskInsertedBySqlLinksOnlyToTheTraceThatItNames() {
        long plain = rows.insert(TaskRow.of("noop"));
        mill.runOnce();
        rows.insert(
                TaskRow.of("noop")
                        .set(
                                "context",
                                "'{\"trace\": {\"traceparent\": \"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}}'"));
        mill.runOnce();

        SpanData unlinked = telemetry.spans(SpanKind.CONSUMER).get(0);
        assertThat(unlinked.getLinks()).isEmpty();
        assertThat(text(unlinked, "messaging.message.id")).isEqualTo(String.valueOf(plain));
        assertThat(telemetry.spans(SpanKind.CONSUMER).get(1).getLinks())
                .singleElement()
                .satisfies(link ->
                        assertThat(link.getSpanContext().getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c"));
    }
}
