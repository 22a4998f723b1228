package io.github.rowmill.feature.lend;

import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import java.util.List;
import java.util.Map;

/**
 * The leases that a remote worker renews.
 *
 * @param progress the progress of tasks that the worker reports; the other tasks keep theirs
 */
public record RenewalRequest(List<Lease> leases, Map<Lease, Progress> progress) {

    public RenewalRequest {
        leases = List.copyOf(leases);
        progress = Map.copyOf(progress);
    }
}
