-- Rules of queues: all of them. A rate is so many starts in a period, of which a burst may come at once.
alter table rowmill_queue
    add column per_key         int,
    add column ordered         boolean  not null default false,
    add column blocks          boolean  not null default false,
    add column fair            boolean  not null default false,
    add column rate            int,
    add column rate_period     interval not null default '1 s',
    add column rate_burst      int      not null default 1,
    add column key_rate        int,
    add column key_rate_period interval not null default '1 s',
    add column key_rate_burst  int      not null default 1,
    add column paused_types    text[]   not null default '{}',
    add column lifo            boolean  not null default false,
    add column ageing          interval,
    add column depth           int,
    add column weight          int      not null default 1,
    add column pinned          boolean  not null default false,
    add column declared_by     varchar(200),
    -- Up to when the starts so far are paid for, at the rate; null: nothing is owed.
    add column paid_until      timestamptz,
    add constraint rowmill_queue_per_key check (per_key between 1 and 1000000 and (not ordered or per_key is null or per_key = 1)),
    add constraint rowmill_queue_order check ((ordered or not blocks) and not (ordered and lifo)),
    add constraint rowmill_queue_rates check (
        least(rate, rate_burst, key_rate, key_rate_burst) >= 1
        and greatest(rate, rate_burst, key_rate, key_rate_burst) <= 1000000
        and least(rate_period, key_rate_period) >= interval '1 ms'
        and greatest(rate_period, key_rate_period) <= interval '8760 hours'),
    add constraint rowmill_queue_preferences check (
        ageing between interval '1 ms' and interval '876000 hours' and depth >= 1 and weight between 1 and 1000);

-- The partition of its queue that a task belongs to, for rules that hold for each. And a state: set aside until its key's
-- turn comes. No row breaks the new check that kept the old one, so that none need be read.
alter table rowmill_task
    add column key varchar(200),
    -- A dead task that does not hold up its key any more.
    add column passed boolean,
    drop constraint rowmill_task_status,
    add constraint rowmill_task_status check (status in ('queued', 'waiting', 'executing', 'completed', 'dead', 'cancelled')) not valid;

-- Of each key: how many execute, who waits and who is next, each by a probe.
create index rowmill_task_key on rowmill_task (queue, status, key, priority, run_at, id)
    where key is not null and status in ('queued', 'waiting', 'executing', 'dead');
-- The task of a key that has begun and is to be tried again: where a key's tasks go one after the other, it is next.
create index rowmill_task_begun on rowmill_task (queue, key, priority, run_at, id)
    where key is not null and started is not null and status in ('queued', 'waiting');

-- A key of which tasks wait. Written by who holds the lock of the queue's row, and nobody else.
create table rowmill_lane (
    queue      varchar(200) not null,
    key        varchar(200) not null,
    -- When it may go on: an earlier end of one of its tasks is told to the node that ended it.
    look_at    timestamptz  not null default clock_timestamp(),
    paid_until timestamptz,
    primary key (queue, key)
) with (fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);
create index rowmill_lane_look_at on rowmill_lane (queue, look_at);

-- Another rate: what was paid for at the one before is no debt.
create or replace function rowmill_queue_rate() returns trigger language plpgsql as $$
begin
    new.paid_until := null;
    return new;
end $$;

create trigger rowmill_queue_rate before update on rowmill_queue
   for each row when ((old.rate, old.rate_period, old.rate_burst) is distinct from (new.rate, new.rate_period, new.rate_burst))
    execute function rowmill_queue_rate();

-- Other rules: every key is worth a look.
create or replace function rowmill_queue_turns() returns trigger language plpgsql as $$
begin
    update rowmill_lane set look_at = clock_timestamp(), paid_until = null where queue = new.name and (look_at > clock_timestamp() or paid_until is not null);
    return null;
end $$;

create trigger rowmill_queue_turns after update on rowmill_queue
   for each row when ((old.per_key, old.ordered, old.blocks, old.key_rate, old.key_rate_period, old.key_rate_burst, old.paused_types)
    is distinct from (new.per_key, new.ordered, new.blocks, new.key_rate, new.key_rate_period, new.key_rate_burst, new.paused_types))
    execute function rowmill_queue_turns();

-- No rules any more: nobody waits.
create or replace function rowmill_queue_gone() returns trigger language plpgsql as $$
begin
    update rowmill_task set status = 'queued', version = version + 1 where queue = old.name and status = 'waiting' and key is not null;
    delete from rowmill_lane where queue = old.name;
    return null;
end $$;

create trigger rowmill_queue_gone after delete on rowmill_queue
   for each row execute function rowmill_queue_gone();

-- A node that does not know the rules takes no task of a queue that has some: its claim finds them gone. One that knows
-- them says so in its transaction.
create or replace function rowmill_task_admitted() returns trigger language plpgsql as $$
begin
    if exists (select 1 from rowmill_queue q where q.name = new.queue) then
        return null;
    end if;
    return new;
end $$;

create trigger rowmill_task_admitted before update of operator_id on rowmill_task
   for each row when (new.status = 'executing' and old.status <> 'executing'
                      and current_setting('rowmill.admission', true) is distinct from 'asked')
    execute function rowmill_task_admitted();
