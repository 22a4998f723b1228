package io.github.rowmill.feature.lend;

import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.task.Lease;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A worker that calls over HTTP.
 *
 * @param name its name as a claimant
 * @param account the account that its calls count for
 * @param rights whether it may work on tasks of a queue and a type
 */
public record RemoteWorker(String name, String account, BiPredicate<String, String> rights) {

    /** Start of the names of remote workers in {@code operator_id}. No node has such a name. */
    public static final String PREFIX = "remote:";

    /** Creates the worker of a caller. */
    public static RemoteWorker of(String caller, String account, BiPredicate<String, String> rights) {
        return new RemoteWorker(PREFIX + caller, account, rights);
    }

    /** Returns those of these types that the worker may run in a queue. */
    Set<String> typesIn(String queue, Set<String> types) {
        return types.stream().filter(type -> rights.test(queue, type)).collect(Collectors.toSet());
    }

    /** Returns whether the worker may work on a task, and holds it under this lease. */
    boolean holds(@Nullable LeaseRow row, Lease lease) {
        return row != null && row.isHeld(name, lease) && mayRun(row);
    }

    boolean mayRun(LeaseRow row) {
        return rights.test(row.queue(), row.type());
    }
}
