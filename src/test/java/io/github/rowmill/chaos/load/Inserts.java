package io.github.rowmill.chaos.load;

/** Statements by which the producer enqueues. Each returns the ids of the tasks that it made. */
final class Inserts {

    private static final String MIXED = """
            insert into rowmill_task (type, details, queue, unique_key)
            select case when n %% 10 < 7 then 'event' when n %% 10 < 9 then 'noop' else 'reminder' end,
                   case when n %% 10 < 7
                        then jsonb_build_object('account', 'a' || n, 'name', 'page-view', 'n', n)
                        when n %% 10 < 9 then '{}'
                        else jsonb_build_object('account', 'a' || n) end,
                   case when n %% 10 = 9 then 'mail' else 'default' end,
                   case when n = 3 then 'k%d' end
              from generate_series(1, %d) n
                on conflict do nothing
            returning id
            """;

    private static final int MAX_RULED = 60;

    private static final String RULED = """
            insert into rowmill_task (type, details, queue, key)
            select 'event', jsonb_build_object('account', 'a' || n, 'name', 'page-view', 'n', n), '%1$s', 'k' || (n + %3$d) %% 5
              from generate_series(1, 4) n
             where (select count(*) from rowmill_task where queue = '%1$s' and status in ('queued', 'waiting')) < %2$d
            returning id
            """;

    private static final int MAX_REMOTE = 100;

    private static final String REMOTE = """
            insert into rowmill_task (type, queue)
            select '%1$s', 'media'
              from generate_series(1, 20)
             where (select count(*) from rowmill_task where queue = 'media' and status = 'queued') < %2$d
            returning id
            """;

    private static final int MAX_ORDERS = 40;

    private static final String ORDERS = """
            insert into rowmill_task (type, details)
            select 'order', jsonb_build_object('account', 'a' || n, 'items', 1 + (n + %1$d) %% 12, 'express', n %% 4 = 0)
              from generate_series(1, 8) n
             where (select count(*) from rowmill_task where type like 'order%%' and status = 'queued') < %2$d
            returning id
            """;

    private static final int MAX_RENTALS = 60;

    // One of four waits for a few seconds only. The others wait until their signal comes. Rentals are enqueued by SQL.
    // Otherwise a task might be claimed in the transaction of its enqueue, and its sleep would count as a claim whose
    // answer was lost.
    private static final String RENTALS = """
            insert into rowmill_task (type, details, queue)
            select 'rental',
                   jsonb_build_object('account', 'a' || n, 'days', 1 + (n + %1$d) %% 5, 'seconds', (n + %1$d) %% 4,
                                      'patience', case when n = 4 then 5 else 3600 end),
                   'rentals'
              from generate_series(1, 4) n
             where (select count(*) from rowmill_task where queue = 'rentals' and status = 'queued' and crashes < 2) < %2$d
            returning id
            """;

    private static final int MAX_READINGS = 60;

    private static final String READINGS = """
            insert into rowmill_task (type, details, queue)
            select 'reading', jsonb_build_object('account', 'a' || n, 'value', n), 'readings'
              from generate_series(1, 8) n
             where (select count(*) from rowmill_task where queue = 'readings' and status = 'queued' and crashes < 2) < %d
            returning id
            """;

    private static final String PUBLISH = """
            select rowmill_publish('visit', jsonb_build_object('account', 'a%1$d', 'name', 'visit', 'n', %1$d))
            """;

    private Inserts() {}

    /** Events, reminders and tasks that do nothing. The third task has a unique key. */
    static String mixed(int key, int rows) {
        return MIXED.formatted(key, rows);
    }

    /** Events of a queue with rules. Their keys depend on {@code shift}. */
    static String ruled(String queue, int shift) {
        return RULED.formatted(queue, MAX_RULED, shift);
    }

    /** Tasks of remote workers. */
    static String remote() {
        return REMOTE.formatted(RemoteCrew.TYPE, MAX_REMOTE);
    }

    /** Orders, whose numbers of items depend on {@code shift}. */
    static String orders(int shift) {
        return ORDERS.formatted(shift, MAX_ORDERS);
    }

    /** Rentals, whose numbers of days and seconds depend on {@code shift}. */
    static String rentals(int shift) {
        return RENTALS.formatted(shift, MAX_RENTALS);
    }

    /** Readings, which share batches. */
    static String readings() {
        return READINGS.formatted(MAX_READINGS);
    }

    /** Tasks of all subscribers of a topic. */
    static String publish(int account) {
        return PUBLISH.formatted(account);
    }
}
