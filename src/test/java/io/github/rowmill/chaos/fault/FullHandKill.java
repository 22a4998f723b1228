package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills a node that holds hundreds of fast tasks, and then the node that took them over. Innocent tasks with two
 * crashes then wait in quarantine.
 */
public final class FullHandKill implements Fault {

    private static final int FULL = 300;

    /** Time until a node holds {@code FULL} tasks. The second time, it includes a lease, its recovery, and a claim. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration LOOK = Duration.ofMillis(5);

    private static final String HANDS = """
            select operator_id
              from rowmill_task
             where status = 'executing'
               and crashes >= %d
             group by operator_id
            having count(*) >= %d
             order by count(*) desc
            """;

    @Override
    public String title() {
        return "kill with a full hand";
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        Burden.fillHands(site);
        if (!killFullest(site, 0)) {
            return false;
        }
        if (killFullest(site, 1)) {
            site.journal().count("second kills with a full hand");
        }
        return true;
    }

    /** Kills the node that holds most of the tasks with at least this number of crashes. */
    private static boolean killFullest(Site site, int crashes) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Optional<Slot> fullest = fullest(site, crashes);
            if (fullest.isPresent() && site.fleet().strike(fullest.get(), FullHandKill::kill)) {
                return true;
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        return false;
    }

    private static void kill(Slot slot) throws Exception {
        slot.kill();
        slot.start();
    }

    private static Optional<Slot> fullest(Site site, int crashes) throws SQLException {
        List<List<String>> holders = site.sql().rows(HANDS.formatted(crashes, FULL), 1);
        return site.fleet().slots().stream()
                .filter(slot -> !holders.isEmpty()
                        && slot.node().name().equals(holders.get(0).get(0)))
                .findFirst();
    }
}
