package io.github.rowmill.engine.settle;

import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sorts verdicts that were sent in one statement by their result, and reads the rows that the statement skipped.
 */
@Singleton
class VerdictCheck {

    private final Claimant claimant;
    private final Leases leases;

    VerdictCheck(Claimant claimant, Leases leases) {
        this.claimant = claimant;
        this.leases = leases;
    }

    /**
     * The verdicts of a statement by result.
     *
     * @param written verdicts that are recorded
     * @param stale verdicts that the fence refused
     * @param left verdicts to try again, because another transaction holds their rows
     */
    record Result(List<PendingVerdict> written, List<PendingVerdict> stale, List<PendingVerdict> left) {

        Result() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /**
     * Sorts verdicts by their result.
     *
     * @param written the leases of the rows that the statement wrote
     */
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
     * Reads the rows that the statement skipped. A skipped row does not mean that the lease is lost: the row may
     * only be locked. It may also have been written earlier, by a statement or a handler's transaction whose
     * answer was lost.
     */
    private void lookAgain(List<PendingVerdict> passedOver, Result result) {
        Map<Lease, Leases.State> states = leases.read(
                claimant, passedOver.stream().map(PendingVerdict::task).toList());
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
