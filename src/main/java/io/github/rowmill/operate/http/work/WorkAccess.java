package io.github.rowmill.operate.http.work;

import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.lend.ClaimRequest;
import io.github.rowmill.feature.lend.RemoteWorker;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.Set;

/** Makes the caller of a request a remote worker, with the queues and types of its permission. */
@Singleton
class WorkAccess {

    /** Longest name of a worker. It is a part of errors and of an index. */
    private static final int MAX_NAME = 190;

    private final Access access;
    private final CurrentCaller current;

    WorkAccess(Access access, CurrentCaller current) {
        this.access = access;
        this.current = current;
    }

    /**
     * Returns the worker of this request. Its name is that of the caller, so that no caller can speak for another.
     *
     * @throws io.github.rowmill.operate.access.DeniedException if the caller lacks the permission {@code work}
     */
    RemoteWorker worker() {
        access.requireSomewhere(Permission.WORK);
        Caller caller = current.get();
        String refusal = Storable.refusal(caller.name(), MAX_NAME);
        if (refusal != null) {
            throw ProblemException.of(Kind.FORBIDDEN, "the name of a remote worker " + refusal);
        }
        return RemoteWorker.of(
                caller.name(), caller.account(), (queue, type) -> caller.may(Permission.WORK, queue, type));
    }

    /**
     * Refuses types and queues that the caller may not use. A type needs one queue if the request names none.
     *
     * @throws io.github.rowmill.operate.access.DeniedException if the caller lacks the permission for one of them
     */
    void require(ClaimRequest request) {
        Set<String> queues = request.queues();
        for (String type : request.types()) {
            if (queues == null) {
                requireOf(type);
            } else {
                queues.forEach(queue -> access.requireOf(Permission.WORK, queue, type));
            }
        }
    }

    private void requireOf(String type) {
        if (access.grants(Permission.WORK).stream().noneMatch(grant -> grant.isFor(type))) {
            throw ProblemException.of(
                    Kind.FORBIDDEN,
                    "the caller '%s' lacks the permission work for the type '%s'".formatted(access.name(), type));
        }
    }
}
