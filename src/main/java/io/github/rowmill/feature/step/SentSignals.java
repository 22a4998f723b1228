package io.github.rowmill.feature.step;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.InvalidSignalException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.Signals;
import io.github.rowmill.feature.step.store.SignalRows;
import io.github.rowmill.feature.step.store.SignalRows.Target;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends signals. The rows are written in the caller's transaction, and their tasks are marked after the commit.
 */
@Singleton
class SentSignals implements Signals {

    private static final int MAX_NAME = 200;
    private static final String PAYLOAD = "payload";

    private final SignalRows rows;
    private final SignalTargets targets;
    private final ResultCodec codec;

    SentSignals(SignalRows rows, SignalTargets targets, ResultCodec codec) {
        this.rows = rows;
        this.targets = targets;
        this.codec = codec;
    }

    @Override
    public TaskEvent send(long id, String name, Object payload) {
        ResultCodec.Json json = checked(name, payload);
        return send(targets.ofId(id), name, json);
    }

    @Override
    public TaskEvent send(String type, String uniqueKey, String name, Object payload) {
        ResultCodec.Json json = checked(name, payload);
        return send(targets.ofKey(type, uniqueKey), name, json);
    }

    private ResultCodec.Json checked(String name, Object payload) {
        Objects.requireNonNull(payload, "payload");
        refuse("name", Storable.refusal(name, MAX_NAME));
        ResultCodec.Json json = codec.json(PAYLOAD, payload);
        Violation refusal = json.refusal();
        if (refusal != null) {
            throw new InvalidSignalException(refusal.field(), refusal.message());
        }
        refuse(PAYLOAD, json.text().equals("null") ? "must not be null as JSON" : null);
        return json;
    }

    private static void refuse(String part, @Nullable String problem) {
        if (problem != null) {
            throw new InvalidSignalException(part, problem);
        }
    }

    private TaskEvent send(Target target, String name, ResultCodec.Json payload) {
        TaskStatus status = TaskStatus.of(target.status());
        if (status.hasEnded()) {
            throw IllegalTransitionException.of(target.id(), status, "receives no signal; retry it first");
        }
        long id = rows.send(target.id(), name, codec.storedSignal(target.type(), payload));
        return new TaskEvent.SignalSent(target.id(), name, id);
    }
}
