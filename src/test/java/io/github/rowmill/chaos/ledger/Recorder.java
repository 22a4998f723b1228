package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Sql;
import java.sql.SQLException;
import java.util.List;

/**
 * Installs the triggers of the harness. They write a row for every transition of a task, and slow effects, so that
 * faults meet them.
 */
public final class Recorder {

    // The writer is the name of the connection, which is in the URL of each node. If a handler failed by SLOWNESS, the
    // verdict itself names the lease. Where completed tasks are not kept, a task that is deleted while it executes has
    // been completed.
    private static final String TRANSITIONS = """
            create table ledger_rule (completions_delete boolean not null);
            create table ledger_transition (
                seq          bigint generated always as identity,
                task         bigint not null,
                type         text,
                unique_key   text,
                old_status   text,
                new_status   text,
                old_version  bigint,
                new_version  bigint,
                attempts     int,
                max_attempts int,
                old_attempts int,
                crashes      int,
                old_crashes  int,
                old_operator text,
                new_operator text,
                writer       text not null default current_setting('application_name'),
                lease        bigint,
                flow         bigint,
                was_expired  boolean,
                was_woken    boolean, -- queued, and due at once by the signal that it waited for
                at           timestamptz not null default clock_timestamp(),
                xid          xid8 not null default pg_current_xact_id()
            );
            create function ledger_note() returns trigger language plpgsql as $$
            begin
                insert into ledger_transition (task, type, unique_key, old_status, new_status, old_version, new_version,
                                               attempts, max_attempts, old_attempts, crashes, old_crashes,
                                               old_operator, new_operator, was_expired, was_woken, flow, lease)
                values (coalesce(new.id, old.id), coalesce(new.type, old.type), coalesce(new.unique_key, old.unique_key),
                        old.status, new.status, old.version, new.version,
                        new.attempts, new.max_attempts, old.attempts, new.crashes, old.crashes,
                        old.operator_id, new.operator_id, old.expiry <= clock_timestamp(),
                        old.status = 'queued' and new.status = 'queued' and old.awaits is not null and new.signalled,
                        coalesce(new.flow, old.flow),
                        case when new.error is distinct from old.error
                             then substring(new.error from 'under lease ([0-9]+)')::bigint
                             when new.type = 'encode' and old.status = 'executing'
                             then substring(new.result ->> 'lease' from ':([0-9]+)$')::bigint end);
                return null;
            end
            $$;
            create table ledger_part (
                seq       bigint generated always as identity,
                flow      bigint not null,
                part      int not null,
                after     int[] not null,
                needs     text not null,
                new_state text not null,
                snapshot  pg_snapshot not null default pg_current_snapshot()
            );
            create function ledger_part() returns trigger language plpgsql as $$
            begin
                insert into ledger_part (flow, part, after, needs, new_state)
                values (new.flow, new.part, new.after, new.needs, new.state);
                return null;
            end
            $$;
            create trigger ledger_part after update on rowmill_part
               for each row when (old.state <> new.state) execute function ledger_part();
            create table ledger_start (
                seq      bigint generated always as identity,
                task     bigint not null,
                queue    text not null,
                key      text,
                is_first boolean not null,
                of_queue int not null, -- executing, this one included
                most_of_queue int,
                of_key   int not null,
                most_of_key int,
                ordered  boolean not null,
                begun    int not null, -- others of the key that have begun and not ended
                rate     int,
                burst    int,
                key_rate int,
                key_burst int,
                at       timestamptz not null default clock_timestamp()
            );
            create view ledger_task as
                select id, type, status from rowmill_task
                 union all
                select task, type, 'completed' from ledger_transition
                 where old_status = 'executing' and new_status is null
                   and (select completions_delete from ledger_rule);
            create table ledger_trouble (operator text not null, since timestamptz not null, until timestamptz not null);
            create table ledger_sent (reminder bigint not null, task bigint not null);
            create function ledger_send() returns trigger language plpgsql as $$
            begin
                insert into ledger_sent values (substring(new.source from '[0-9]+')::bigint, new.id);
                return null;
            end
            $$;
            create trigger ledger_sent after insert on rowmill_task
               for each row when (new.source like 'reminder %') execute function ledger_send();
            create index on ledger_transition (task) where old_status in ('dead', 'cancelled');
            create trigger ledger_inserted after insert on rowmill_task
               for each row execute function ledger_note();
            create trigger ledger_updated after update on rowmill_task
               for each row when (old.status is distinct from new.status or old.version is distinct from new.version)
               execute function ledger_note();
            create trigger ledger_deleted after delete on rowmill_task
               for each row execute function ledger_note();
            """;

    // An interrupt does not end the wait of a handler here. So a long effect of a task with a short timeout is a
    // handler that ignores its interrupt. The version is read at the handler's start, and is that of its lease.
    private static final String SLOWNESS = """
            create function ledger_dawdle() returns trigger language plpgsql as $$
            declare
                lease bigint := (select version from rowmill_task where id = new.task_id);
            begin
                perform pg_sleep(case when new.name = 'deaf' then %s
                                      when random() < %s then %s
                                      else random() * %s end);
                if random() < %s then
                    raise exception 'scripted failure under lease %%', lease;
                end if;
                return new;
            end
            $$;
            create trigger ledger_slow before insert on sample_event
               for each row when (length(new.name) < 100) execute function ledger_dawdle();
            """;

    /**
     * Longer than the timeout of the task and the grace period after its interrupt, and shorter than the socket
     * timeout.
     */
    public static final int DEAF_SECONDS = 15;

    private static final double SHARE_OF_LONG_EFFECTS = 0.003;

    // The claim holds the lock of the rules, so the trigger reads the rules that the claim applied. An admin's retry
    // starts out of turn. A plan that was made on the empty table would later scan the whole table within the claim.
    // When each row of a queue without rules was planned again, claims of hundreds of tasks took too long.
    private static final String STARTS = """
            create function ledger_start() returns trigger language plpgsql
            set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
            begin
                if not exists (select 1 from rowmill_queue q where q.name = new.queue) then
                    return null;
                end if;
                insert into ledger_start (task, queue, key, is_first, of_queue, most_of_queue, of_key, most_of_key, ordered, begun, rate, burst, key_rate, key_burst)
                select new.id, new.queue, new.key, old.started is null,
                       (select count(*) from rowmill_task t where t.queue = new.queue and t.status = 'executing'),
                       q.concurrency,
                       (select count(*) from rowmill_task t where t.queue = new.queue and t.key = new.key and t.status = 'executing'),
                       case when q.ordered then 1 else q.per_key end,
                       q.ordered,
                       (select count(*) from rowmill_task t
                         where t.queue = new.queue and t.key = new.key and t.id <> new.id and t.started is not null
                           and t.status in ('queued', 'waiting', 'executing')
                           and not exists (select 1 from ledger_transition l where l.task = t.id and l.old_status in ('dead', 'cancelled'))),
                       q.rate, q.rate_burst, q.key_rate, q.key_rate_burst
                  from rowmill_queue q
                 where q.name = new.queue;
                return null;
            end
            $$;
            create trigger ledger_started after update of operator_id on rowmill_task
               for each row when (new.status = 'executing' and old.status <> 'executing')
               execute function ledger_start();
            insert into rowmill_queue (name, concurrency, per_key, ordered, rate, rate_burst)
            values ('few', 3, null, false, null, 1),
                   ('per-key', null, 2, false, null, 1),
                   ('in-order', null, null, true, null, 1),
                   ('rated', null, null, false, 20, 5),
                   ('all', 4, 1, true, 50, 10);
            insert into rowmill_queue (name, concurrency, key_rate, key_rate_burst, key_weights)
            values ('rated-keys', 10, 2, 3, '{"k0": 3, "k1": 2, "k17": 4, "k31": 2}');
            insert into rowmill_subscription (topic, type, queue)
            values ('visit', 'event', 'default'), ('visit', 'reminder', 'mail'), ('sign-up', 'event', 'default');
            """;

    /**
     * Names of the tables with ids of requests and acknowledgements. The tables are empty until a file is loaded into
     * one.
     */
    static final List<String> REQUESTS = List.of(
            "enqueued", "cancelled", "retried", "cancelled_flow", "retried_flow", "let_go", "acknowledged_signal");

    /** Number of subscribers of the topic {@code visit}. */
    public static final int SUBSCRIBERS = 2;

    /** Queues that have rules. */
    public static final List<String> RULED = List.of("few", "per-key", "in-order", "rated", "all", "rated-keys");

    private Recorder() {}

    /**
     * Adds queues with rules and subscribers of topics. Records the executing tasks when a task of such a queue starts.
     */
    public static void rule(Sql sql) throws SQLException {
        sql.execute(STARTS);
    }

    /**
     * Starts to record the transitions of tasks. {@code completionsDelete} is true if the nodes do not keep completed
     * tasks.
     */
    public static void install(Sql sql, boolean completionsDelete) throws SQLException {
        sql.execute(TRANSITIONS);
        StepRecorder.install(sql);
        for (String name : REQUESTS) {
            sql.execute("create table ledger_%s (id bigint)".formatted(name));
        }
        sql.execute("insert into ledger_rule values (" + completionsDelete + ")");
    }

    /**
     * Stops recording the writer, for sessions that nodes share. PgBouncer keeps a client's {@code application_name}
     * most of the time, but not always. With 1.18, 299 of 2,400 transactions of twelve busy clients had another
     * client's name.
     */
    public static void forgetWriters(Sql sql) throws SQLException {
        sql.execute("alter table ledger_transition alter writer drop not null, alter writer set default null");
    }

    /** Slows the effects of events as in {@code effects}. */
    public static void slow(Sql sql, Effects effects) throws SQLException {
        sql.execute(SLOWNESS.formatted(
                DEAF_SECONDS, SHARE_OF_LONG_EFFECTS, effects.longest(), effects.usual(), effects.failing()));
    }

    /** Makes all effects take no time from now on. */
    public static void hurry(Sql sql) throws SQLException {
        sql.execute("drop trigger ledger_slow on sample_event");
    }
}
