package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.task.Claimed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The recorded steps of tasks that remote workers run. Values are JSON without encryption. */
public interface RemoteSteps {

    /**
     * Returns the steps of a task by name, with their values. A step without a value has {@code null} as JSON.
     *
     * @throws io.github.rowmill.api.EncryptedPayloadException this node cannot decrypt a value
     */
    Map<String, String> of(Claimed task);

    /** The result of a recording. */
    sealed interface Recording permits Recorded, Refused, Lost {}

    /**
     * The step is recorded, by this call or by an earlier one.
     *
     * @param json the recorded value; {@code null} as JSON if there is none
     */
    record Recorded(String json) implements Recording {}

    /** The step cannot be recorded under this name, or with this value. */
    record Refused(Violation violation) implements Recording {}

    /** The worker does not hold the task any more, and the step is not recorded. */
    record Lost() implements Recording {}

    /**
     * Records that a step is done, unless an attempt has recorded it before.
     *
     * @param held the row of the task, which the worker holds
     * @param json the value; null for none
     */
    Recording record(LeaseRow held, String name, @Nullable String json);
}
