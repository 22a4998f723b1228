package io.github.rowmill.engine.store.end;

import io.github.rowmill.task.Lease;
import java.util.Collection;
import java.util.List;

/** Makes successes without a result, for tests that complete tasks by their leases. */
public final class Successes {

    private Successes() {}

    public static Verdict.Completed of(Lease lease) {
        return new Verdict.Completed(lease);
    }

    public static List<Verdict.Completed> of(Collection<Lease> leases) {
        return leases.stream().map(Verdict.Completed::new).toList();
    }
}
