package io.github.rowmill.store.testing;

import io.github.rowmill.store.Inserts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import org.hibernate.StatelessSession;

/** Moves rows in time: as the database's clock decides, time passes for a task when its row is rewritten. */
@ApplicationScoped
public class RowTime {

    private final StatelessSession session;

    RowTime(StatelessSession session) {
        this.session = session;
    }

    private static final String PASS = """
            update rowmill_task
               set run_at = run_at - make_interval(secs => :time),
                   expiry = expiry - make_interval(secs => :time),
                   finished = finished - make_interval(secs => :time)
             where id = :id
            """;

    /** Lets time pass for one task: its due time, lease and end move into the past. False: there is no such task. */
    @Transactional
    public boolean pass(long id, Duration time) {
        return session.createNativeMutationQuery(PASS)
                        .setParameter("id", id)
                        .setParameter("time", Inserts.seconds(time))
                        .executeUpdate()
                == 1;
    }
}
