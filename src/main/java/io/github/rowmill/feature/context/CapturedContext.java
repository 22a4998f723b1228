package io.github.rowmill.feature.context;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.ContextCapture;
import io.github.rowmill.engine.store.NewRow;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Captures the context at an enqueue: calls the carriers, begins a span, and writes their values into the rows.
 */
@Singleton
class CapturedContext implements ContextCapture {

    private final ContextCarriers carriers;
    private final Signatures signatures;
    private final Spans spans;

    CapturedContext(ContextCarriers carriers, Signatures signatures, Spans spans) {
        this.carriers = carriers;
        this.signatures = signatures;
        this.spans = spans;
    }

    @Override
    public Scope begin(List<NewRow> rows) {
        Map<String, Map<String, String>> context = carriers.capture();
        return rows.isEmpty() || (context.isEmpty() && !spans.isOn())
                ? new WithoutContext(rows)
                : new WithContext(rows, context, spans.send(rows));
    }

    /** An enqueue without anything to carry. */
    private record WithoutContext(List<NewRow> rows) implements Scope {

        @Override
        public void sent(List<Enqueued> enqueued) {}

        @Override
        public void close() {}
    }

    /** An enqueue with context. Its rows are made after the span has begun, because they carry the span. */
    private final class WithContext implements Scope {

        private final List<NewRow> plain;
        private final Map<String, Map<String, String>> context;
        private final Spans.Sending sending;

        private WithContext(List<NewRow> plain, Map<String, Map<String, String>> context, Spans.Sending sending) {
            this.plain = plain;
            this.context = new TreeMap<>(context);
            this.sending = sending;
        }

        @Override
        public List<NewRow> rows() {
            Map<String, String> trace = sending.carried();
            if (!trace.isEmpty()) {
                context.put(ContextJson.TRACE, trace);
            }
            if (context.isEmpty()) {
                return plain;
            }
            List<String> names =
                    context.keySet().stream().filter(carriers::isSigned).toList();
            return names.isEmpty() ? alike() : signed(names);
        }

        private List<NewRow> alike() {
            String json = json(plain.get(0));
            return plain.stream().map(row -> row.carrying(json)).toList();
        }

        private List<NewRow> signed(List<String> names) {
            Instant at = signatures.moment();
            return plain.stream()
                    .map(row -> {
                        context.put(ContextJson.SIGNATURE, signatures.sign(row, context, names, at));
                        return row.carrying(json(row));
                    })
                    .toList();
        }

        private String json(NewRow row) {
            String json = ContextJson.write(context);
            List<Violation> violations = ContextJson.violations(context, json);
            if (!violations.isEmpty()) {
                throw new InvalidTaskException(row.task().type(), violations);
            }
            return json;
        }

        @Override
        public void sent(List<Enqueued> enqueued) {
            sending.sent(enqueued);
        }

        @Override
        public void close() {
            sending.end();
        }
    }
}
