package io.github.rowmill.machine;

import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps rows to tasks of the model. Tasks are numbered in the order of their enqueue. So a sequence has the same meaning
 * whenever it is played.
 */
final class Names {

    /** The number of a row that the model does not have. */
    static final int UNKNOWN = -1;

    private final List<Long> ids = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Map<Hold, Claimed> claimed = new HashMap<>();

    /** Notes the next task's id, which must be new. */
    void learn(long id) {
        if (numbers.putIfAbsent(id, ids.size()) != null) {
            throw new IllegalStateException("id %d was given to two tasks".formatted(id));
        }
        ids.add(id);
    }

    /** Notes a lease, which must never have been handed out before. */
    Hold learn(Claimed task) {
        Hold hold = hold(task.lease());
        if (claimed.putIfAbsent(hold, task) != null) {
            throw new IllegalStateException("the lease %s was handed out twice".formatted(hold));
        }
        return hold;
    }

    long id(int task) {
        return ids.get(task);
    }

    int number(long id) {
        return numbers.getOrDefault(id, UNKNOWN);
    }

    Hold hold(Lease lease) {
        return new Hold(number(lease.id()), lease.version());
    }

    Lease lease(Hold hold) {
        return new Lease(id(hold.task()), hold.version());
    }

    Claimed claimed(Hold hold) {
        return claimed.get(hold);
    }
}
