package io.github.rowmill.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Optional;
import org.hibernate.StatelessSession;

/** What people do to single tasks. */
@ApplicationScoped
public class AdminVerbs {

    private final StatelessSession session;

    AdminVerbs(StatelessSession session) {
        this.session = session;
    }

    private static final String CANCEL = """
            update rowmill_task
               set status = 'cancelled',
                   operator_id = null,
                   expiry = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = :id
               and status in ('queued', 'executing')
            """;

    /** Cancels a queued or executing task; false: it is neither. Waits if another transaction holds the row. */
    @Transactional
    public boolean cancelIfLive(long id) {
        return session.createNativeMutationQuery(CANCEL).setParameter("id", id).executeUpdate() == 1;
    }

    private static final String RETRY = """
            update rowmill_task t
               set status = 'queued',
                   run_at = clock_timestamp(),
                   max_attempts = greatest(t.max_attempts, t.attempts + 1),
                   finished = null,
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.id = :id
               and t.status in ('dead', 'cancelled')
               and not exists (
                       select 1
                         from rowmill_task rival
                        where rival.type = t.type
                          and rival.unique_key = t.unique_key
                          and rival.status in ('queued', 'executing'))
            returning t.queue
            """;

    /**
     * Queues a dead or cancelled task again, with one attempt more if all were used up.
     *
     * @return its queue; empty: the task is neither dead nor cancelled, or another live one has its unique key
     */
    @Transactional
    public Optional<String> retryIfEnded(long id) {
        return session.createNativeQuery(RETRY, String.class).setParameter("id", id).getResultList().stream()
                .findFirst();
    }
}
