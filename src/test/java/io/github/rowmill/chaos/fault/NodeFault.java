package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A fault of the process of one node. */
public enum NodeFault implements Fault {
    KILL {
        @Override
        void hit(Slot slot, Duration lease, Random random) throws Exception {
            slot.kill();
            slot.start();
        }
    },
    PAUSE_BEYOND_THE_LEASE {
        @Override
        void hit(Slot slot, Duration lease, Random random) throws Exception {
            pause(slot, lease.multipliedBy(3).dividedBy(2).plusMillis(random.nextInt(2_000)));
        }
    },
    PAUSE_OF_HALF_A_LEASE {
        @Override
        void hit(Slot slot, Duration lease, Random random) throws Exception {
            pause(slot, lease.dividedBy(2));
        }
    },
    TERMINATE_THEN_KILL {
        @Override
        void hit(Slot slot, Duration lease, Random random) throws Exception {
            slot.terminate();
            TimeUnit.MILLISECONDS.sleep(random.nextInt(3_000));
            slot.kill();
            slot.start();
        }
    },
    TERMINATE {
        @Override
        void hit(Slot slot, Duration lease, Random random) throws Exception {
            slot.terminate();
            slot.awaitEnd();
            slot.start();
        }
    };

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        return site.fleet()
                .strikeAny(
                        random,
                        slot -> site.trouble(
                                List.of(slot), () -> hit(slot, site.plan().lease(), random)));
    }

    abstract void hit(Slot slot, Duration lease, Random random) throws Exception;

    private static void pause(Slot slot, Duration time) throws Exception {
        slot.pause();
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } finally {
            slot.resume();
        }
    }
}
