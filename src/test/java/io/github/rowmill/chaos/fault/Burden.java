package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.ledger.Recorder;
import io.github.rowmill.chaos.site.Site;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A load on the table that is no fault of any part. */
public enum Burden implements Fault {
    HELD_SNAPSHOT {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            try (Connection connection = site.sql().connect()) {
                connection.setAutoCommit(false);
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.createStatement().execute("select count(*) from rowmill_task");
                TimeUnit.SECONDS.sleep(10 + random.nextInt(SNAPSHOT_SECONDS));
                connection.rollback();
            }
            return true;
        }
    },
    BURST {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            site.sql().execute("""
                    insert into rowmill_task (type, details)
                    select 'event', jsonb_build_object('account', 'a' || n, 'name', 'burst', 'n', n)
                      from generate_series(1, %d) n
                    """.formatted(missing(site, "event", TASKS_OF_BURSTS, TASKS_OF_A_BURST)));
            return true;
        }
    },
    /** Enqueues tasks that take no time until every claim is full. */
    FULL_HANDS {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            fillHands(site);
            return true;
        }
    },
    /**
     * Enqueues payloads near the size limit, together almost as large as a node's heap. Most of their tasks take no
     * time.
     */
    BIG_PAYLOADS {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            site.sql().execute("""
                    insert into rowmill_task (type, details)
                    select case when n % 10 = 0 then 'event' else 'noop' end,
                           jsonb_build_object('account', 'big', 'name', repeat('x', 200000), 'n', n)
                      from generate_series(1, 1000) n
                    """);
            return true;
        }
    },
    /** Enqueues a few tasks in each of hundreds of queues. */
    MANY_QUEUES {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            site.sql().execute("""
                    insert into rowmill_task (type, queue)
                    select 'noop', 'q' || n % 500
                      from generate_series(1, 1500) n
                    """);
            return true;
        }
    },
    /** Enqueues more tasks of forty keys than their rates allow for some time. Some keys have weights. */
    KEY_FLOOD {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            site.sql().execute("""
                    insert into rowmill_task (type, queue, key)
                    select 'noop', 'rated-keys', 'k' || n %% %d
                      from generate_series(1, %d - (select count(*)
                                                      from rowmill_task
                                                     where queue = 'rated-keys'
                                                       and status = 'queued')) n
                    """.formatted(FLOODED_KEYS, TASKS_OF_A_KEY_FLOOD));
            return true;
        }
    },
    /**
     * Enqueues tasks whose handlers go on for some time after their timeout. Even if one node runs all their attempts,
     * it loses fewer than half of its workers. So it has no reason to become unready.
     */
    DEAF_HANDLERS {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            site.sql().execute("""
                    insert into rowmill_task (type, details, timeout, max_attempts)
                    select 'event', jsonb_build_object('account', 'deaf', 'name', 'deaf', 'n', n), '3 seconds', %d
                      from generate_series(1, %d - (select count(*)
                                                      from rowmill_task
                                                     where details ->> 'account' = 'deaf'
                                                       and (finished is null
                                                        or finished > clock_timestamp() - interval '%d seconds'))) n
                    """.formatted(DEAF_ATTEMPTS, DEAF_TASKS, 2 * Recorder.DEAF_SECONDS));
            return true;
        }
    };

    private static final int SNAPSHOT_SECONDS = 30;

    private static final int TASKS_FOR_FULL_HANDS = 20_000;
    private static final int TASKS_OF_A_BURST = 1_000;

    /** Number of waiting tasks up to which bursts enqueue. More tasks would outlive the trial. */
    private static final int TASKS_OF_BURSTS = 3_000;

    private static final int FLOODED_KEYS = 40;
    private static final int TASKS_OF_A_KEY_FLOOD = 1_200;

    private static final int DEAF_TASKS = 2;
    private static final int DEAF_ATTEMPTS = 2;

    /** Enqueues tasks until every claim is full. More tasks would outlive the trial. */
    static void fillHands(Site site) throws SQLException {
        site.sql()
                .execute("insert into rowmill_task (type) select 'noop' from generate_series(1, %d)"
                        .formatted(missing(site, "noop", TASKS_FOR_FULL_HANDS, TASKS_FOR_FULL_HANDS)));
    }

    /** Returns the number of tasks to add, so that {@code wanted} tasks of a type wait. It is at most {@code most}. */
    private static long missing(Site site, String type, long wanted, long most) throws SQLException {
        long waiting = site.sql().number("""
                select count(*)
                  from (select 1
                          from rowmill_task
                         where queue = 'default'
                           and type = '%s'
                           and status = 'queued'
                           and crashes < 2
                         limit %d) as waiting
                """.formatted(type, wanted));
        return Math.min(wanted - waiting, most);
    }

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
