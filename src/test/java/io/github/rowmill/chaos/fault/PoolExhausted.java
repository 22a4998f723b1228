package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Makes handlers and requests wait for locks of another session. In that time they hold all connections of the
 * application's pool.
 */
public final class PoolExhausted implements Fault {

    private static final int REQUESTS_OF_A_NODE = 40;

    @Override
    public String title() {
        return "pool exhausted";
    }

    /**
     * Blocks inserts into both tables. Claims, renewals, verdicts and recoveries do not wait, if they have a
     * connection.
     */
    @Override
    public boolean strike(Site site, Random random) throws Exception {
        site.trouble(site.fleet().slots(), () -> hold(site));
        return true;
    }

    private static void hold(Site site) throws Exception {
        Duration time = site.plan().lease().multipliedBy(2);
        ExecutorService requests =
                Executors.newFixedThreadPool(REQUESTS_OF_A_NODE * site.plan().nodes());
        try (Connection lock = site.sql().connect()) {
            lock.setAutoCommit(false);
            lock.createStatement().execute("lock table sample_event in access exclusive mode");
            lock.createStatement().execute("select pg_advisory_xact_lock(1)");
            for (Slot slot : site.fleet().slots()) {
                for (int n = 0; n < REQUESTS_OF_A_NODE; n++) {
                    requests.execute(() -> enqueueBehindTheLock(site, slot));
                }
            }
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
            lock.rollback();
        } finally {
            requests.shutdown();
            requests.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private static void enqueueBehindTheLock(Site site, Slot slot) {
        try {
            Health.post(slot.node(), "/rowmill/api/tasks", """
                    {"type": "noop", "source": "waits"}
                    """);
        } catch (IOException e) {
            // The request waited longer than the client. Its task may exist or not.
            site.journal().count("requests that waited in vain");
        }
    }

    /** Returns statements that make the inserts of {@link #strike}'s requests wait for its lock. */
    public static List<String> triggers() {
        return List.of("""
                create function ledger_wait() returns trigger language plpgsql as $$
                begin
                    perform pg_advisory_xact_lock_shared(1);
                    return new;
                end
                $$
                """, """
                create trigger ledger_waiting before insert on rowmill_task
                   for each row when (new.source = 'waits') execute function ledger_wait()
                """);
    }
}
