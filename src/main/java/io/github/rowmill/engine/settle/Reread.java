package io.github.rowmill.engine.settle;

import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells what became of verdicts that were sent in one statement, and looks again at what that passed over. */
@Singleton
class Reread {

    private final Leases leases;

    Reread(Leases leases) {
        this.leases = leases;
    }

    /**
     * What became of verdicts: {@code written}; {@code stale}, refused by the fence; {@code left}, to try again, as another
     * transaction holds the row.
     */
    record Result(List<PendingVerdict> written, List<PendingVerdict> stale, List<PendingVerdict> left) {

        Result() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** {@code written}: what the statement says it wrote. */
    Result of(List<PendingVerdict> some, Set<Lease> written) {
        Result result = new Result();
        List<PendingVerdict> passedOver = new ArrayList<>();
        for (PendingVerdict one : some) {
            (written.contains(one.lease()) ? result.written() : passedOver).add(one);
        }
        if (!passedOver.isEmpty()) {
            lookAgain(passedOver, result);
        }
        return result;
    }

    /**
     * A lease is lost only if its row shows another's version: a row that was passed over may merely be locked, or may
     * have been written before, by a statement or a handler's transaction whose answer never came.
     */
    private void lookAgain(List<PendingVerdict> passedOver, Result result) {
        Map<Lease, Leases.State> states =
                leases.read(passedOver.stream().map(PendingVerdict::task).toList());
        for (PendingVerdict one : passedOver) {
            switch (states.getOrDefault(one.lease(), Leases.State.LOST)) {
                case HELD -> result.left().add(one);
                case COMPLETED -> result.written().add(one.completed());
                case SETTLED -> result.written().add(one);
                case CANCELLED, LOST -> result.stale().add(one);
            }
        }
    }
}
