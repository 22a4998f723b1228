package io.github.rowmill.feature.step;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.feature.step.store.SignalRows;
import io.github.rowmill.feature.step.store.SignalRows.Target;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;

/** Finds the tasks that signals are sent to, in the caller's transaction. */
@Singleton
public class SignalTargets {

    private final SignalRows rows;

    SignalTargets(SignalRows rows) {
        this.rows = rows;
    }

    /** @throws TaskNotFoundException no task has the id */
    Target ofId(long id) {
        return rows.target(id).orElseThrow(() -> new TaskNotFoundException(id));
    }

    /** @throws TaskNotFoundException no task of the type that has not ended holds the key */
    Target ofKey(String type, String uniqueKey) {
        if (Storable.isUnstorable(type) || Storable.isUnstorable(uniqueKey)) {
            throw TaskNotFoundException.ofKey(type, uniqueKey);
        }
        return rows.target(type, uniqueKey).orElseThrow(() -> TaskNotFoundException.ofKey(type, uniqueKey));
    }

    /**
     * Returns the id of the task of a type that has not ended and holds a unique key.
     *
     * @throws TaskNotFoundException there is none
     */
    public long idOfKey(String type, String uniqueKey) {
        return ofKey(type, uniqueKey).id();
    }
}
