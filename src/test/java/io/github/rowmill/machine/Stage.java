package io.github.rowmill.machine;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.task.Lease;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The setting of a sequence: the service, the model that gives commands their meaning, and the names of rows. */
record Stage(Service service, Model model, Names names) {

    Optional<Lease> lease(int back) {
        return model.hold(back).map(names::lease);
    }

    List<Lease> leases(List<Integer> backs) {
        return model.holds(backs).stream().map(names::lease).toList();
    }

    Optional<Long> id(int back) {
        return model.task(back).map(names::id);
    }

    List<Long> ids(List<Integer> backs) {
        return model.tasks(backs).stream().map(names::id).toList();
    }

    Set<Hold> holds(Collection<Lease> leases) {
        return leases.stream().map(names::hold).collect(Collectors.toSet());
    }

    Refused refused(RowmillException e) {
        int rival =
                e instanceof DuplicateTaskException duplicate ? names.number(duplicate.existingId()) : Names.UNKNOWN;
        return new Refused(e.getClass().getSimpleName(), rival);
    }
}
