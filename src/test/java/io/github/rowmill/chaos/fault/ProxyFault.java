package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Proxy;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import io.github.rowmill.chaos.site.Weather;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A fault of the network between nodes and the database, for one node or for all nodes. */
public enum ProxyFault implements Fault {
    DELAY {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            during(slots, Weather.delayed(Duration.ofMillis(100), Duration.ofMillis(100)), time);
        }
    },
    STALL_TO_SERVER {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            during(slots, Weather.STALLED_TO_SERVER, time);
        }
    },
    STALL_TO_CLIENT {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            during(slots, Weather.STALLED_TO_CLIENT, time);
        }
    },
    HALF_OPEN {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            during(slots, Weather.HALF_OPEN, time);
        }
    },
    REFUSE_AND_CUT {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            slots.forEach(slot -> slot.proxy().cutAll());
            during(slots, Weather.REFUSING, time);
        }
    },
    CUT_ALL {
        @Override
        void hit(List<Slot> slots, Duration time) {
            slots.forEach(slot -> slot.proxy().cutAll());
        }
    },
    CUT_AFTER_COMMIT {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            for (Slot slot : slots) {
                cutCommits(slot.proxy(), slot.proxy()::cutAtNextCommit);
            }
        }
    },
    CUT_AFTER_CLAIM {
        @Override
        void hit(List<Slot> slots, Duration time) throws InterruptedException {
            for (Slot slot : slots) {
                cutCommits(slot.proxy(), slot.proxy()::cutAtNextClaim);
            }
        }
    };

    /** A quarter of the faults hit all nodes, on average. */
    private static final int SELDOM = 4;

    private static final int COMMITS = 5;
    private static final Duration BETWEEN_COMMITS = Duration.ofMillis(200);

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        List<Slot> all = site.fleet().slots();
        List<Slot> struck = random.nextInt(SELDOM) == 0 ? all : List.of(all.get(random.nextInt(all.size())));
        // From half a lease to two leases.
        Duration time = site.plan().lease().multipliedBy(1 + random.nextInt(4)).dividedBy(2);
        site.trouble(struck, () -> hit(struck, time));
        return true;
    }

    abstract void hit(List<Slot> slots, Duration time) throws InterruptedException;

    private static void during(List<Slot> slots, Weather weather, Duration time) throws InterruptedException {
        slots.forEach(slot -> slot.proxy().weather(weather));
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } finally {
            slots.forEach(slot -> slot.proxy().weather(Weather.CLEAR));
        }
    }

    private static void cutCommits(Proxy proxy, Runnable cut) throws InterruptedException {
        for (int n = 0; n < COMMITS; n++) {
            cut.run();
            TimeUnit.MILLISECONDS.sleep(BETWEEN_COMMITS.toMillis());
        }
        proxy.callOffCut();
    }
}
