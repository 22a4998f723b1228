package io.github.rowmill.feature.context;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.execute.AttemptInterceptor;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;

/** Surrounds an attempt: gives its handler the context that the task carries, within a span. */
@Singleton
class CarriedContext implements AttemptInterceptor {

    private static final Attempt PLAIN = new PlainAttempt();

    private final ContextCarriers carriers;
    private final Signatures signatures;
    private final Spans spans;
    private final Recording recording;
    private final TaskEvents events;

    CarriedContext(
            ContextCarriers carriers, Signatures signatures, Spans spans, Recording recording, TaskEvents events) {
        this.carriers = carriers;
        this.signatures = signatures;
        this.spans = spans;
        this.recording = recording;
        this.events = events;
    }

    @Override
    public Attempt of(Claimed task, TaskContext context) {
        boolean plain = task.carried() == null && !spans.isOn() && !recording.isOn(task.type());
        return plain ? PLAIN : new CarriedAttempt(carriers, signatures, spans, recording, task, context, this::failed);
    }

    private void failed(Throwable cause) {
        events.roundFailed("context", cause);
    }

    private static final class PlainAttempt implements Attempt {

        @Override
        public void enter() {}

        @Override
        public void ended(Ending ending) {}

        @Override
        public void leave() {}
    }
}
