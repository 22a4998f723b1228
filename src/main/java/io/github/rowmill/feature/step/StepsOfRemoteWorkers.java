package io.github.rowmill.feature.step;

import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.execute.RemoteSteps;
import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.feature.step.store.RemoteStepRows;
import io.github.rowmill.feature.step.store.StepRow;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and records the steps of remote workers. */
@Singleton
class StepsOfRemoteWorkers implements RemoteSteps {

    /** Bytes of all names and values of a task. Each claim of the task is answered with all of them. */
    private static final long MAX_BYTES = 1_000_000;

    /** Version of a task after its first claim. Nothing was recorded before. */
    private static final long FIRST_CLAIM = 1;

    private static final String NULL = "null";

    private final RemoteStepRows rows;
    private final ResultCodec codec;

    StepsOfRemoteWorkers(RemoteStepRows rows, ResultCodec codec) {
        this.rows = rows;
        this.codec = codec;
    }

    @Override
    public Map<String, String> of(Claimed task) {
        Map<String, String> steps = new LinkedHashMap<>();
        if (task.lease().version() > FIRST_CLAIM) {
            rows.all(task.id()).stream()
                    .filter(StepRow::isStep)
                    .forEach(row -> steps.put(row.name(), plain(task.type(), row)));
        }
        return steps;
    }

    private String plain(String type, StepRow row) {
        String stored = row.result();
        return stored == null ? NULL : codec.plainJson(type, stored);
    }

    @Override
    public Recording record(LeaseRow held, String name, @Nullable String json) {
        Optional<Recording> before = found(held, name);
        if (before.isPresent()) {
            return before.get();
        }
        if (rows.bytes(held.lease().id()) + bytes(name) + bytes(json) > MAX_BYTES) {
            return new Refused(
                    new Violation("result", "the steps of a task may have %s bytes together".formatted(MAX_BYTES)));
        }
        String stored = codec.storedJson(held.type(), json);
        String operator = Objects.requireNonNull(held.operator(), "the worker");
        return rows.recordIfHeld(operator, held.lease(), name, stored)
                ? new Recorded(json == null ? NULL : json)
                : found(held, name).orElseGet(Lost::new);
    }

    /** Returns what an attempt has recorded under a name. */
    private Optional<Recording> found(LeaseRow held, String name) {
        return rows.find(held.lease().id(), name).map(row -> found(held, row));
    }

    private Recording found(LeaseRow held, StepRow row) {
        return row.isStep()
                ? new Recorded(plain(held.type(), row))
                : new Refused(new Violation("name", "is recorded as a %s; use another name".formatted(row.kind())));
    }

    private static long bytes(@Nullable String text) {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }
}
