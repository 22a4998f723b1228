-- Rowmill's tables: tasks and failures, rules of queues, schedules, jobs, nodes, figures, views, sessions and the
-- audit. The rights on them are in roles.sql, in the same folder. Later versions of Rowmill add files:
-- V1.1__….sql and so on.
--
-- Functions are created with "or replace": they stay if tables are dropped without them to start afresh.
--
-- In each statement that writes, PostgreSQL reads the texts of check constraints and of trigger conditions anew. It
-- reads a PL/pgSQL function once in a session. So rowmill_task has one check constraint, which calls a function. The
-- conditions of its triggers do so, too. Operators in these functions have their schema, so that no search_path
-- changes their meaning.


-- Tasks

-- Returns whether state, end and lease of a task agree. A task that executes, and no other, has a node and an
-- expiry. A task that has ended, and no other, has a time of its end.
create or replace function rowmill_task_state(status text, finished timestamptz, expiry timestamptz, operator_id text)
returns boolean language plpgsql immutable parallel safe as $$
begin
    return case
        when finished is not null then
            status operator(pg_catalog.=) any ('{completed,dead,cancelled}') and (expiry is null or operator_id is null)
        when expiry is null or operator_id is null then
            status operator(pg_catalog.=) any ('{queued,waiting}')
        else
            status operator(pg_catalog.=) 'executing'
    end;
end $$;

-- Every column but type has a default, so that
--   insert into rowmill_task (type, details) values ('daily-report', '{"account": 7}')
-- enqueues a task.
create table rowmill_task (
    id                  bigint       generated always as identity primary key,
    queue               text         not null default 'default',
    type                text         not null,
    details             jsonb        not null default '{}',
    status              text         not null default 'queued',
    priority            smallint     not null default 0,
    run_at              timestamptz  not null default now(),
    operator_id         text,
    expiry              timestamptz,
    attempts            int          not null default 0,
    max_attempts        int          not null default 10,
    crashes             int          not null default 0,
    timeout             interval,
    version             bigint       not null default 0,
    unique_key          text,
    created             timestamptz  not null default now(),
    last_updated        timestamptz  not null default now(),
    started             timestamptz,
    finished            timestamptz,
    source              text,
    tags                text[]       not null default '{}',
    context             jsonb,
    error               text,
    schedule            varchar(200),
    tick                timestamptz,
    key                 varchar(200),
    passed              boolean,
    unique_while_queued boolean,
    unique_for          interval,
    expires_at          timestamptz,
    first_claim         text,
    constraint rowmill_task_state check (rowmill_task_state(status, finished, expiry, operator_id))
) with (
    -- A row is written three times in its short life, and dead versions slow the claim. So vacuum runs early and
    -- without delay. Its share of the table stays small when ended rows make the table large.
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_cost_delay = 0,
    -- Claim and verdict write new versions of a row. With room for them on its page, a task touches one page
    -- less.
    fillfactor = 80
);

comment on table rowmill_task is 'Tasks. Applications may read, join and insert rows. Only Rowmill changes them.';
comment on column rowmill_task.id is 'Identifies the task.';
comment on column rowmill_task.queue is 'Queue of the task.';
comment on column rowmill_task.type is 'Name of the handler, or one of its aliases.';
comment on column rowmill_task.details is 'Payload.';
comment on column rowmill_task.status is
    'State: queued, waiting (for the turn of its key), executing, completed, dead or cancelled.';
comment on column rowmill_task.priority is 'Priority. Lower numbers start first.';
comment on column rowmill_task.run_at is 'The task does not start before this moment.';
comment on column rowmill_task.operator_id is 'Node that holds the task. Null unless the task is executing.';
comment on column rowmill_task.expiry is
    'End of the lease if it is not renewed. Null unless the task is executing.';
comment on column rowmill_task.attempts is 'Number of attempts that began, including crashed ones.';
comment on column rowmill_task.max_attempts is 'Largest number of attempts.';
comment on column rowmill_task.crashes is
    'Number of leases that expired before the attempt ended. A task with two or more is in quarantine.';
comment on column rowmill_task.timeout is 'Longest execution time of an attempt. Null: the timeout of the type.';
comment on column rowmill_task.version is
    'Fence against late attempts. Every transition raises it, a renewal of the lease does not.';
comment on column rowmill_task.unique_key is
    'Unique key that the task holds. At most one task of a type holds it. Null: none, or released.';
comment on column rowmill_task.created is 'Time of the enqueue.';
comment on column rowmill_task.last_updated is 'Time of the last change.';
comment on column rowmill_task.started is
    'Time of the last claim. Null: none, or given back before a handler ever began.';
comment on column rowmill_task.finished is 'Time of the end. Null: the task has not ended.';
comment on column rowmill_task.source is 'Program that enqueued the task.';
comment on column rowmill_task.tags is 'Words to find the task by.';
comment on column rowmill_task.context is
    'Values that are carried to the handler: an object with a text for each carrier. Null: none.';
comment on column rowmill_task.error is 'Last failure. Null: none.';
comment on column rowmill_task.schedule is
    'Schedule that made the task. Null: none. The type limits the length, which costs other tasks nothing.';
comment on column rowmill_task.tick is 'Tick of the schedule that made the task. Null: no schedule made it.';
comment on column rowmill_task.key is
    'Key of the task within its queue, for rules that hold for each key. Null: none.';
comment on column rowmill_task.passed is 'True: this dead task does not block its key any more.';
comment on column rowmill_task.unique_while_queued is
    'True: the first claim empties unique_key, so the task holds it only while it waits for its first start.';
comment on column rowmill_task.unique_for is
    'Time after its end for which the task still holds its unique key. Null: it does not hold the key after its end.';
comment on column rowmill_task.expires_at is
    'A task that has not started by this moment never starts. Null: it may start at any time.';
comment on column rowmill_task.first_claim is
    'Not null: no handler had begun the task before its last claim. The value is the unique key that this '
    'claim emptied, or an empty text. A task that is given back gets its key and its deadline back from it. '
    'Null: a handler may have begun, or the task has neither.';

-- The claim goes through the due tasks of one queue, type and priority. Recovered tasks are apart, because a
-- claim takes fewer of them at once. A claim never reads types that the node does not handle, nor tasks that are
-- due later.
create index rowmill_task_due on rowmill_task (queue, type, priority, crashes, run_at, id)
    where status = 'queued' and crashes < 2;
-- Tasks in quarantine are claimed by a statement of their own.
create index rowmill_task_quarantined on rowmill_task (queue, type, priority, run_at, id)
    where status = 'queued' and crashes >= 2;
-- Recovery.
create index rowmill_task_expiry on rowmill_task (expiry) where status = 'executing';
-- Retention.
create index rowmill_task_finished on rowmill_task (status, finished) where finished is not null;
-- Each tick of a schedule has one task, even if nodes die or rows are moved by hand.
create unique index rowmill_task_tick on rowmill_task (schedule, tick) where schedule is not null;
-- At most one task of a type holds a unique key. The clause "on conflict (type, unique_key) where unique_key is
-- not null and status in ('queued', 'executing')" means this index. An ended task whose window has passed stays
-- in it until an enqueue of its key empties its unique_key.
create unique index rowmill_task_unique on rowmill_task (type, unique_key)
    where unique_key is not null and (status in ('queued', 'waiting', 'executing') or unique_for is not null);
-- Deadlines of tasks that have not started.
create index rowmill_task_expires on rowmill_task (expires_at)
    where status in ('queued', 'waiting') and started is null and expires_at is not null;

-- The next four are for search. None of them holds a plain task that succeeds at its first attempt.

-- Dead and cancelled tasks, the newest first. Type and queue are read from the index alone.
create index rowmill_task_ended on rowmill_task (status, id) include (type, queue) where status in ('dead', 'cancelled');
-- Ended tasks of a key. rowmill_task_key has the others.
create index rowmill_task_ended_key on rowmill_task (key, id) where key is not null and finished is not null;
-- The insert that fills the pending list sorts its entries into the index. A short list keeps this wait short.
create index rowmill_task_tags on rowmill_task using gin (tags) with (gin_pending_list_limit = 256) where tags <> '{}';
-- Tasks that failed at least once and have not completed since. Their state separates retries from dead tasks.
create index rowmill_task_failed on rowmill_task (id, status) where error is not null;

-- Tasks that hold up a key whose tasks run one after the other: dead tasks, the executing task, and a task that
-- has begun and waits for another attempt.
create index rowmill_task_held on rowmill_task (queue, key, status, priority, run_at, id)
    where key is not null and (status in ('executing', 'dead') or (started is not null and status in ('queued', 'waiting')));
-- Tasks of a key that can still start, in their order.
create index rowmill_task_key on rowmill_task (queue, status, key, priority, run_at, id)
    where key is not null and status in ('queued', 'waiting');
-- Tasks of schedules that have not ended, for overlap. Both columns are in other indexes already, so updates of
-- such a task cost nothing more.
create index rowmill_task_of_schedule on rowmill_task (schedule)
    where schedule is not null and status in ('queued', 'waiting', 'executing');

-- Statistics for estimates of the number of tasks by queue and state. The planner else treats the two as
-- independent.
create statistics rowmill_task_counts (mcv) on queue, status from rowmill_task;

-- Bounds: refuses rows that a node could not claim, run and show, with the text of a check constraint.
-- Constraints would cost each statement that writes some 60 µs. It runs for new rows, and when a bounded column
-- of a live row changes. It does not run when a node claims, renews or completes. An ended row is not checked,
-- because to set a row aside is to end it. Functions have their schema, because a user may have one of the same
-- name that fits better.
create or replace function rowmill_task_bounds() returns trigger language plpgsql as $$
begin
    -- This expression accepts most new rows. Each further expression would cost each row.
    if new.version = 0
       and pg_catalog.num_nonnulls(new.finished, new.started, new.expiry, new.operator_id, new.error,
                        new.timeout, new.source, new.unique_key, new.context) = 0
       and least(new.run_at, new.created, new.last_updated) >= timestamptz '0001-01-01 00:00:00+00'
       and greatest(new.run_at, new.created, new.last_updated) < timestamptz '10000-01-01 00:00:00+00'
       and new.attempts = 0 and new.crashes = 0 and new.max_attempts >= 1
       and pg_catalog.octet_length(new.type) between 1 and 200 and pg_catalog.octet_length(new.queue) between 1 and 200
       and pg_catalog.cardinality(new.tags) = 0
       and pg_catalog.pg_column_size(new.details) <= 2000 then
        return new;
    end if;

    declare
        bound text := case
            when new.finished is not null then
                case when new.finished < timestamptz '0001-01-01 00:00:00+00' or new.finished >= timestamptz '10000-01-01 00:00:00+00'
                    then 'rowmill_task_finished' end
            -- PostgreSQL, Java and JSON can all represent these dates, and subtract them from each other.
            when least(new.run_at, new.created, new.last_updated, new.started, new.expiry) < timestamptz '0001-01-01 00:00:00+00'
              or greatest(new.run_at, new.created, new.last_updated, new.started, new.expiry) >= timestamptz '10000-01-01 00:00:00+00'
                then 'rowmill_task_moments'
            when new.attempts < 0 or new.max_attempts < 1 or new.crashes < 0
                then 'rowmill_task_counts'
            -- In seconds, as nodes read it. A comparison of intervals takes a month for 30 days.
            when extract(epoch from new.timeout) <= numeric '0'
                then 'rowmill_task_timeout'
            when extract(epoch from new.timeout) > numeric '3153600000'
                then 'rowmill_task_longest_timeout'
            -- Each of these is raised by one now and then.
            when greatest(new.attempts, new.crashes) > 2000000000 or new.version not between 0 and 9000000000000000000
                then 'rowmill_task_room_to_count'
            when pg_catalog.char_length(new.type) not between 1 and 200 or pg_catalog.char_length(new.queue) not between 1 and 200
                then 'rowmill_task_names'
            when pg_catalog.char_length(new.source) not between 1 and 200
              or pg_catalog.char_length(new.unique_key) not between 1 and 500
              or pg_catalog.char_length(new.operator_id) > 1000
              or pg_catalog.char_length(new.error) > 16384
                then 'rowmill_task_texts'
            when pg_catalog.cardinality(new.tags) > 0
             and (pg_catalog.array_ndims(new.tags) > 1
               or pg_catalog.array_lower(new.tags, 1) <> 1
               or pg_catalog.cardinality(new.tags) > 20
               or pg_catalog.array_position(new.tags, null) is not null
               or pg_catalog.char_length(pg_catalog.array_to_string(new.tags, '')) > 2000)
                then 'rowmill_task_tags'
            -- As text: a number such as 1e100000 takes a few bytes in the table, and a hundred thousand as text.
            -- Only new rows are checked, because payloads do not change. For small payloads the claim counts the
            -- text. 96 MB are the 64 MB of rowmill.payload.max-size and the spaces that jsonb adds.
            when new.version = 0
             and pg_catalog.pg_column_size(new.details) > 2000
             and pg_catalog.octet_length(cast(new.details as text)) > least(100663296, 4096 + 256 * cast(pg_catalog.pg_column_size(new.details) as bigint))
                then 'rowmill_task_details'
            when new.version = 0
             and pg_catalog.octet_length(cast(new.context as text)) > 65536
                then 'rowmill_task_context'
        end;
    begin
        if bound is not null then
            raise exception using
                errcode = 'check_violation',
                message = format('new row for relation "rowmill_task" violates check constraint "%s"', bound),
                schema = tg_table_schema,
                table = tg_table_name,
                constraint = bound;
        end if;
    end;
    return new;
end $$;

-- Returns whether a task has not ended and is not just being claimed.
create or replace function rowmill_task_lives(before text, after text, finished timestamptz)
returns boolean language plpgsql immutable parallel safe as $$
begin
    return finished is null
       and not (before operator(pg_catalog.<>) 'executing' and after operator(pg_catalog.=) 'executing');
end $$;

create trigger rowmill_task_bounds before insert on rowmill_task
   for each row execute function rowmill_task_bounds();

-- Verdicts and recoveries write none of these columns. A retry of an ended task writes run_at.
create trigger rowmill_task_bounds_of_the_living
before update of queue, type, run_at, created, timeout, max_attempts, tags, source, unique_key on rowmill_task
   for each row when (rowmill_task_lives(old.status, new.status, new.finished)) execute function rowmill_task_bounds();

-- Refuses the claims of clients that do not apply the rules of queues: they get no task of a queue that has
-- rules. A node that applies the rules sets rowmill.admission in its transaction. A claim writes started, and a
-- verdict does not.
--
-- Triggers name the tables of their own schema, whatever the session's search_path is. Rules may be changed from
-- another schema, and a database may have two installations. The schema's name is not fixed, so the statements
-- are texts. Their plans are not kept, but they are rare. A search_path of the function would also apply to the
-- application's triggers.
create or replace function rowmill_task_admitted() returns trigger language plpgsql as $$
declare
    has_rules boolean;
begin
    execute format('select exists (select 1 from %I.rowmill_queue q where q.name = $1)', tg_table_schema)
       into has_rules
      using new.queue;
    return case when has_rules then null else new end;
end $$;

-- Returns whether a transaction that has not set rowmill.admission claims this task.
create or replace function rowmill_task_claimed_unasked(before text, after text)
returns boolean language plpgsql stable parallel safe as $$
begin
    return after operator(pg_catalog.=) 'executing' and before operator(pg_catalog.<>) 'executing'
       and pg_catalog.current_setting('rowmill.admission', true) is distinct from 'asked';
end $$;

create trigger rowmill_task_admitted before update of started on rowmill_task
   for each row when (rowmill_task_claimed_unasked(old.status, new.status)) execute function rowmill_task_admitted();

-- Claims new tasks by id in the transaction that enqueues them. No other transaction sees these rows yet, so the
-- claim skips nothing and waits for nothing. It takes no task of a queue with rules. It needs READ COMMITTED,
-- because an older snapshot need not show the present rules.
--
-- It is a function because its settings end with it. The rows are found by their ids, even if the plan was made
-- while the table was almost empty. The application's own statements are planned as before. Its tables are those
-- of its caller.
create or replace function rowmill_claim_new(ids bigint[], of_queue text, by_operator text, lease float8)
returns setof rowmill_task language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
    taken bigint[];
    admission text := current_setting('rowmill.admission', true);
    patience interval;
begin
    begin
        if current_setting('transaction_isolation') <> 'read committed'
           or exists (select 1 from rowmill_queue q where q.name = of_queue) then
            return;
        end if;
        perform set_config('rowmill.admission', 'asked', true);
        with done as (
            update rowmill_task t
               set status = 'executing',
                   operator_id = by_operator,
                   expiry = clock_timestamp() + make_interval(secs => lease),
                   started = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   attempts = t.attempts + 1,
                   version = t.version + 1,
                   first_claim = case when t.started is null and num_nonnulls(t.expires_at, t.unique_key) > 0
                                      then coalesce(case when t.unique_while_queued then t.unique_key end, '') end,
                   unique_key = case when t.unique_while_queued then null else t.unique_key end
             where t.id = any(ids)
               and t.version = 0
               and t.status = 'queued'
               and t.queue = of_queue
               and t.run_at <= clock_timestamp()
               and (t.expires_at is null or t.expires_at > clock_timestamp())
            returning t.id)
        select array_agg(id) into taken from done;
        perform set_config('rowmill.admission', coalesce(admission, ''), true);
    exception
        -- A later claim goes around a row that the database refuses, and the enqueue succeeds. The rows are
        -- returned only at the end, because rows that were returned before an error would stay in the result.
        when assert_failure or others then
            return;
        -- A timeout and a cancel have the same SQL state, and messages in many languages. It was a timeout if the
        -- statement has run for that time, minus the planning before the server noted its start. A cancel is
        -- raised.
        when query_canceled then
            patience := current_setting('statement_timeout');
            if patience = interval '0'
               or clock_timestamp() < statement_timestamp() + patience - least(patience / 2, interval '100 ms') then
                raise;
            end if;
            return;
    end;
    return query select t.* from rowmill_task t where t.id = any(taken);
end $$;

-- Each user who writes rows calls these functions, also where functions have no default privileges.
grant execute on function
    rowmill_task_state(text, timestamptz, timestamptz, text),
    rowmill_task_claimed_unasked(text, text),
    rowmill_task_lives(text, text, timestamptz),
    rowmill_claim_new(bigint[], text, text, float8)
to public;


-- Attempts and failures

create table rowmill_attempt (
    task        bigint      not null references rowmill_task (id) on delete cascade,
    number      int         not null,
    operator    text        not null,
    started     timestamptz,
    finished    timestamptz not null,
    error       text        not null,
    stack_trace text,
    signature   text,
    primary key (task, number)
);

comment on table rowmill_attempt is 'Failed attempts. A successful attempt has no row.';
comment on column rowmill_attempt.task is 'Task.';
comment on column rowmill_attempt.number is 'Number of the attempt of this task, from 1 on.';
comment on column rowmill_attempt.operator is 'Node that held the task.';
comment on column rowmill_attempt.started is 'Time of the claim.';
comment on column rowmill_attempt.finished is 'Time of the end.';
comment on column rowmill_attempt.error is 'Failure, in one line or a few.';
comment on column rowmill_attempt.stack_trace is 'Stack trace. Null: there was no exception.';
comment on column rowmill_attempt.signature is 'Identity of the failure in rowmill_failure. Null: none.';

-- Tasks with the same failure.
create index rowmill_attempt_signature on rowmill_attempt (signature, task) where signature is not null;
-- Tasks that were recovered from a node. Names of nodes have at most 200 characters. A row that was written by
-- SQL may have more than fits into an index.
create index rowmill_attempt_cut_off on rowmill_attempt (left(operator, 200), finished) where error like 'the lease of %';

create table rowmill_log (
    task    bigint      not null,
    attempt int         not null,
    written timestamptz not null default clock_timestamp(),
    lines   text        not null,
    primary key (task, attempt),
    constraint rowmill_log_lines check (octet_length(lines) <= 2097152)
);

-- A foreign key would be checked for each deleted task, with or without log lines.
comment on table rowmill_log is
    'Log lines of handlers, of types that keep them. There is no foreign key: nodes delete rows whose task is '
    'deleted.';
comment on column rowmill_log.task is 'Task.';
comment on column rowmill_log.attempt is 'Number of the attempt.';
comment on column rowmill_log.written is 'Time of the write.';
comment on column rowmill_log.lines is 'Log lines.';

create table rowmill_failure (
    signature text        not null,
    queue     text        not null,
    type      text        not null,
    exception text        not null,
    frame     text        not null,
    message   text        not null,
    count     bigint      not null,
    first     timestamptz not null default clock_timestamp(),
    last      timestamptz not null default clock_timestamp(),
    sample    bigint      not null,
    primary key (signature, queue, type)
);

comment on table rowmill_failure is
    'Number of failures with common properties. Nodes count in memory and add their counts every few seconds, '
    'so that a storm of failures is a few writes.';
comment on column rowmill_failure.signature is 'Identity of the failure, made of exception, frame and message.';
comment on column rowmill_failure.queue is 'Queue of the tasks.';
comment on column rowmill_failure.type is 'Type of the tasks.';
comment on column rowmill_failure.exception is 'Class of the exception.';
comment on column rowmill_failure.frame is 'Place in the code.';
comment on column rowmill_failure.message is 'Message, without its variable parts.';
comment on column rowmill_failure.count is 'Number of failures.';
comment on column rowmill_failure.first is 'Time of the first failure.';
comment on column rowmill_failure.last is 'Time of the last failure.';
comment on column rowmill_failure.sample is 'A task that failed in this way.';

create index rowmill_failure_last on rowmill_failure (last);


-- Rules of queues

-- A queue without a row has no rules, and is claimed from as if this table did not exist. So
--   insert into rowmill_queue (name, concurrency) values ('mail', 5)
-- lets at most five tasks of the queue execute at once in the whole cluster.
create table rowmill_queue (
    name            text         primary key,
    paused          boolean      not null default false,
    concurrency     int,
    last_updated    timestamptz  not null default clock_timestamp(),
    held            bigint[],
    per_key         int,
    ordered         boolean      not null default false,
    blocks          boolean      not null default false,
    fair            boolean      not null default false,
    rate            int,
    rate_period     interval     not null default '1 s',
    rate_burst      int          not null default 1,
    key_rate        int,
    key_rate_period interval     not null default '1 s',
    key_rate_burst  int          not null default 1,
    paused_types    text[]       not null default '{}',
    lifo            boolean      not null default false,
    ageing          interval,
    depth           int,
    weight          int          not null default 1,
    pinned          boolean      not null default false,
    declared_by     varchar(200),
    paid_until      timestamptz,
    key_weights     jsonb        not null default '{}',
    open_claims     text[],
    constraint rowmill_queue_name check (char_length(name) between 1 and 200),
    constraint rowmill_queue_concurrency check (concurrency >= 1),
    constraint rowmill_queue_per_key check (per_key between 1 and 1000000 and (not ordered or per_key is null or per_key = 1)),
    constraint rowmill_queue_order check ((ordered or not blocks) and not (ordered and lifo)),
    constraint rowmill_queue_rates check (
        least(rate, rate_burst, key_rate, key_rate_burst) >= 1
        and greatest(rate, rate_burst, key_rate, key_rate_burst) <= 1000000
        and least(rate_period, key_rate_period) >= interval '1 ms'
        and greatest(rate_period, key_rate_period) <= interval '8760 hours'),
    constraint rowmill_queue_preferences check (
        ageing between interval '1 ms' and interval '876000 hours' and depth >= 1 and weight between 1 and 1000),
    constraint rowmill_queue_key_weights check (
        jsonb_typeof(key_weights) = 'object'
        and not jsonb_path_exists(key_weights, '$.* ? (@.type() != "number" || @ < 1 || @ > 1000 || @.floor() != @)')),
    -- A plain list. Any other array would stop all nodes.
    constraint rowmill_queue_paused_types check (
        case
            when cardinality(paused_types) = 0 then true
            when array_ndims(paused_types) > 1 or array_lower(paused_types, 1) <> 1 then false
            else array_position(paused_types, null) is null
        end)
);

-- Thousands of tasks may execute under a limit. To compress their list took each claim 6 of its 35 ms.
alter table rowmill_queue alter column held set storage external;

comment on table rowmill_queue is 'Rules of queues. A change holds for every claim that begins after its commit.';
comment on column rowmill_queue.name is 'Queue.';
comment on column rowmill_queue.paused is 'True: no task of the queue starts.';
comment on column rowmill_queue.concurrency is
    'Largest number of tasks of the queue that execute at once in the cluster. Null: no limit.';
comment on column rowmill_queue.last_updated is 'Time when a rule was last changed.';
comment on column rowmill_queue.held is
    'Tasks that were claimed under the limit. Null: they must be counted again.';
comment on column rowmill_queue.per_key is
    'Largest number of tasks of a key that execute at once. Null: no limit.';
comment on column rowmill_queue.ordered is 'True: tasks of a key run one after the other.';
comment on column rowmill_queue.blocks is 'True: a dead task blocks the tasks of its key behind it.';
comment on column rowmill_queue.fair is 'True: keys take turns.';
comment on column rowmill_queue.rate is 'Largest number of starts in rate_period. Null: no limit.';
comment on column rowmill_queue.rate_period is 'Period of rate.';
comment on column rowmill_queue.rate_burst is 'Largest number of starts at once.';
comment on column rowmill_queue.key_rate is
    'Largest number of starts of a key in key_rate_period. Null: no limit.';
comment on column rowmill_queue.key_rate_period is 'Period of key_rate.';
comment on column rowmill_queue.key_rate_burst is 'Largest number of starts of a key at once.';
comment on column rowmill_queue.paused_types is 'Types of which no task starts.';
comment on column rowmill_queue.lifo is 'True: the newest task starts first.';
comment on column rowmill_queue.ageing is 'Time after which a waiting task is preferred. Null: never.';
comment on column rowmill_queue.depth is
    'Largest number of waiting tasks. Enqueues beyond it by Java or REST are refused. Null: no limit.';
comment on column rowmill_queue.weight is 'Share of the queue in the room of a node.';
comment on column rowmill_queue.pinned is
    'True: an operator changed the rules, and the configuration is not applied.';
comment on column rowmill_queue.declared_by is 'Application whose configuration declares the rules. Null: none.';
comment on column rowmill_queue.paid_until is
    'Moment up to which starts are paid for at the rate. Null: nothing is owed.';
comment on column rowmill_queue.key_weights is
    'Number of tasks that a key starts in a turn, if keys take turns, by key. Other keys start one.';
comment on column rowmill_queue.open_claims is
    'Virtual transactions that may have claimed without the present rules, and have not ended. A claim under a '
    'limit waits for them. Null: not checked yet. Empty: all have ended, and held has the rest.';

-- A changed rule, by Java, REST or SQL: tasks that were claimed without it count, too.
create or replace function rowmill_queue_changed() returns trigger language plpgsql as $$
begin
    new.last_updated := clock_timestamp();
    new.held := null;
    new.open_claims := null;
    return new;
end $$;

create trigger rowmill_queue_changed before update on rowmill_queue
   for each row when ((old.name, old.paused, old.concurrency) is distinct from (new.name, new.paused, new.concurrency))
    execute function rowmill_queue_changed();

-- A changed rate: starts at the former rate are no debt.
create or replace function rowmill_queue_rate() returns trigger language plpgsql as $$
begin
    new.paid_until := null;
    return new;
end $$;

create trigger rowmill_queue_rate before update on rowmill_queue
   for each row when ((old.rate, old.rate_period, old.rate_burst) is distinct from (new.rate, new.rate_period, new.rate_burst))
    execute function rowmill_queue_rate();

-- Changed rules for keys.
create or replace function rowmill_queue_turns() returns trigger language plpgsql as $$
begin
    -- Every key is looked at. Its debt is cancelled only if its rate has changed.
    execute format('update %I.rowmill_lane
                       set look_at = clock_timestamp(), paid_until = case when not $2 then paid_until end
                     where queue = $1 and (look_at > clock_timestamp() or (paid_until is not null and $2))', tg_table_schema)
      using new.name,
            (old.key_rate, old.key_rate_period, old.key_rate_burst) is distinct from (new.key_rate, new.key_rate_period, new.key_rate_burst);
    return null;
end $$;

create trigger rowmill_queue_turns after update on rowmill_queue
   for each row when ((old.per_key, old.ordered, old.blocks, old.key_rate, old.key_rate_period, old.key_rate_burst, old.paused_types)
    is distinct from (new.per_key, new.ordered, new.blocks, new.key_rate, new.key_rate_period, new.key_rate_burst, new.paused_types))
    execute function rowmill_queue_turns();

-- Deleted rules: no task waits. A version that was set to the largest number by hand does not prevent it.
create or replace function rowmill_queue_gone() returns trigger language plpgsql as $$
begin
    execute format('update %I.rowmill_task
                       set status = ''queued'', version = least(version, 9223372036854775806) + 1
                     where queue = $1 and status = ''waiting'' and key is not null', tg_table_schema)
      using old.name;
    execute format('delete from %I.rowmill_lane where queue = $1', tg_table_schema)
      using old.name;
    return null;
end $$;

create trigger rowmill_queue_gone after delete on rowmill_queue
   for each row execute function rowmill_queue_gone();

create table rowmill_lane (
    queue      varchar(200) not null,
    key        varchar(200) not null,
    look_at    timestamptz  not null default clock_timestamp(),
    paid_until timestamptz,
    primary key (queue, key)
) with (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0
);

comment on table rowmill_lane is
    'Keys of which tasks wait. Only a transaction that holds the lock of the row in rowmill_queue writes here.';
comment on column rowmill_lane.queue is 'Queue.';
comment on column rowmill_lane.key is 'Key.';
comment on column rowmill_lane.look_at is
    'Moment when the key may go on. If one of its tasks ends earlier, the node that ended it looks at once.';
comment on column rowmill_lane.paid_until is
    'Moment up to which starts are paid for at the rate of the key. Null: nothing is owed.';

create index rowmill_lane_look_at on rowmill_lane (queue, look_at);


-- Schedules

-- Every column but name, type and one of cron and every has a default, so that
--   insert into rowmill_schedule (name, type, cron) values ('nightly', 'daily-report', '1 0 * * *')
-- makes a schedule.
create table rowmill_schedule (
    name          text        primary key,
    type          text        not null,
    details       jsonb       not null default '{}',
    queue         text        not null default 'default',
    priority      smallint    not null default 0,
    max_attempts  int         not null default 10,
    cron          text,
    every         interval,
    zone          text        not null default 'UTC',
    clock_change  text        not null default 'once',
    missed        text        not null default 'one',
    missed_within interval    not null default '1 day',
    overlap       text        not null default 'allow',
    jitter        interval    not null default '0',
    starts        timestamptz,
    ends          timestamptz,
    created       timestamptz not null default now(),
    paused        boolean     not null default false,
    pinned        boolean     not null default false,
    declared_by   text,
    last_tick     timestamptz not null default now(),
    next_run      timestamptz default now(),
    last_task     bigint,
    error         text,
    key           text,
    constraint rowmill_schedule_names check (
        char_length(name) between 1 and 200 and char_length(type) between 1 and 200
        and char_length(queue) between 1 and 200 and char_length(declared_by) <= 200),
    constraint rowmill_schedule_rule check (
        num_nonnulls(cron, every) = 1 and char_length(cron) <= 200 and char_length(zone) between 1 and 100),
    constraint rowmill_schedule_words check (
        clock_change in ('once', 'literal') and missed in ('skip', 'one', 'all') and overlap in ('allow', 'skip', 'wait')),
    constraint rowmill_schedule_times check (
        every between interval '1 s' and interval '876000 hours'
        and missed_within between interval '0' and interval '876000 hours'
        and jitter between interval '0' and interval '876000 hours'),
    constraint rowmill_schedule_moments check (
        least(starts, ends, created, last_tick, next_run) >= timestamptz '0001-01-01 00:00:00+00'
        and greatest(starts, ends, created, last_tick, next_run) < timestamptz '10000-01-01 00:00:00+00'),
    constraint rowmill_schedule_attempts check (max_attempts >= 1),
    constraint rowmill_schedule_texts check (
        octet_length(cast(details as text)) <= 1048576 and char_length(error) <= 16384),
    constraint rowmill_schedule_key check (char_length(key) between 1 and 200)
);

comment on table rowmill_schedule is 'Schedules. Each creates tasks by cron or interval.';
comment on column rowmill_schedule.name is 'Identifies the schedule.';
comment on column rowmill_schedule.type is 'Type of its tasks.';
comment on column rowmill_schedule.details is 'Payload of its tasks.';
comment on column rowmill_schedule.queue is 'Queue of its tasks.';
comment on column rowmill_schedule.priority is 'Priority of its tasks.';
comment on column rowmill_schedule.max_attempts is 'Largest number of attempts of its tasks.';
comment on column rowmill_schedule.cron is 'Cron expression. Null: every is set.';
comment on column rowmill_schedule.every is 'Interval between ticks. Null: cron is set.';
comment on column rowmill_schedule.zone is 'Time zone of cron.';
comment on column rowmill_schedule.clock_change is 'Rule of cron for changes of the clock: once or literal.';
comment on column rowmill_schedule.missed is 'Number of missed ticks that are made up for: skip, one or all.';
comment on column rowmill_schedule.missed_within is 'Time for which a missed tick can be made up for.';
comment on column rowmill_schedule.overlap is
    'Rule for a tick while a task of the schedule has not ended: allow, skip or wait.';
comment on column rowmill_schedule.jitter is 'Largest random delay of a task.';
comment on column rowmill_schedule.starts is 'No tick is before this moment. Null: no limit.';
comment on column rowmill_schedule.ends is 'No tick is after this moment. Null: no limit.';
comment on column rowmill_schedule.created is
    'Time of its creation, and the beginning of an interval without starts.';
comment on column rowmill_schedule.paused is 'True: it makes no tasks.';
comment on column rowmill_schedule.pinned is 'True: an operator changed it, and its annotation is not applied.';
comment on column rowmill_schedule.declared_by is 'Application whose code declares it. Null: none.';
comment on column rowmill_schedule.last_tick is 'All ticks up to this moment are done.';
comment on column rowmill_schedule.next_run is
    'Time when a node reads the schedule: the next tick or, for a new row, now. Null: no tick is left.';
comment on column rowmill_schedule.last_task is 'Last task that it made. Null: none.';
comment on column rowmill_schedule.error is 'Reason why a node paused it. Null: none.';
comment on column rowmill_schedule.key is 'Key of its tasks. Null: none.';

create index rowmill_schedule_due on rowmill_schedule (next_run) where not paused;

-- A changed rule, by Java, REST or SQL: ticks of the former rule are not made up for. Ticks of the new rule begin
-- now, and none occurs twice.
create or replace function rowmill_schedule_rule() returns trigger language plpgsql as $$
begin
    new.last_tick := greatest(old.last_tick, now());
    new.next_run := now();
    return new;
end $$;

create trigger rowmill_schedule_rule before update on rowmill_schedule
   for each row when ((old.cron, old.every, old.zone, old.clock_change, old.starts, old.ends)
    is distinct from (new.cron, new.every, new.zone, new.clock_change, new.starts, new.ends))
    execute function rowmill_schedule_rule();


-- Jobs

create table rowmill_job (
    id           bigint       generated always as identity primary key,
    action       text         not null,
    query        text         not null,
    queue        text,
    asked_by     varchar(200) not null,
    status       text         not null default 'running',
    total        bigint       not null default 0,
    done         bigint       not null default 0,
    skipped      bigint       not null default 0,
    reached      bigint       not null default 0,
    created      timestamptz  not null default clock_timestamp(),
    last_updated timestamptz  not null default clock_timestamp(),
    finished     timestamptz,
    reason       varchar(200),
    spread       interval,
    attempts     integer,
    patch        text,
    refused      bigint       not null default 0,
    constraint rowmill_job_action check (action in ('cancel', 'retry', 'delete')),
    constraint rowmill_job_attempts check (attempts between 1 and 1000000000),
    constraint rowmill_job_changes check (action = 'retry' or num_nonnulls(attempts, patch) = 0),
    constraint rowmill_job_status check (status in ('running', 'mending', 'stopped', 'finished')),
    constraint rowmill_job_end check ((status in ('running', 'mending')) = (finished is null))
);

comment on table rowmill_job is
    'Actions of operators on many tasks. A node locks the row while it does a part of the job. So one node at '
    'a time does it, and another one can continue.';
comment on column rowmill_job.id is 'Identifies the job.';
comment on column rowmill_job.action is 'Action: cancel, retry or delete.';
comment on column rowmill_job.query is 'Search that found the tasks.';
comment on column rowmill_job.queue is 'Queue of all its tasks. Null: they may be of several.';
comment on column rowmill_job.asked_by is 'Caller who began the job.';
comment on column rowmill_job.status is
    'State: running, mending (running, with a patch or attempts), stopped or finished.';
comment on column rowmill_job.total is 'Number of its tasks.';
comment on column rowmill_job.done is 'Number of tasks that were changed.';
comment on column rowmill_job.skipped is
    'Number of tasks that were skipped: in another state or queue, deleted, or refused.';
comment on column rowmill_job.reached is 'Last task of the present walk over them.';
comment on column rowmill_job.created is 'Time when the job began.';
comment on column rowmill_job.last_updated is 'Time of the last part.';
comment on column rowmill_job.finished is 'Time of the end. Null: it has not ended.';
comment on column rowmill_job.reason is 'Reason of the caller. Null: none was given.';
comment on column rowmill_job.spread is 'Time over which retried tasks become due. Null: all at once.';
comment on column rowmill_job.attempts is
    'Number of attempts that each task has from now on. Null: those that are left, or one.';
comment on column rowmill_job.patch is
    'Merge patch (RFC 7396) of the payloads, encrypted if there is a key. Null: none.';
comment on column rowmill_job.refused is
    'Number of skipped tasks whose payload, with the patch, does not fit the type.';

create index rowmill_job_running on rowmill_job (id) where status = 'running';
create index rowmill_job_unfinished on rowmill_job (id) where finished is null;

create table rowmill_job_task (
    job     bigint not null references rowmill_job (id) on delete cascade,
    task    bigint not null,
    version bigint,
    refusal text,
    primary key (job, task)
);

comment on table rowmill_job_task is 'Tasks of a job that are still to be changed, and tasks that it refused.';
comment on column rowmill_job_task.job is 'Job.';
comment on column rowmill_job_task.task is 'Task.';
comment on column rowmill_job_task.version is
    'Version of the task when the job began. A task that has changed since is not patched. Null: any version.';
comment on column rowmill_job_task.refusal is
    'Reason why its patched payload was refused, kept as long as the job. Null: the task is still to be changed.';


-- Nodes and minute figures

create table rowmill_operator (
    name        varchar(200) primary key,
    host        varchar(255) not null,
    application varchar(200) not null,
    version     varchar(50)  not null,
    started     timestamptz  not null default now(),
    beat        timestamptz  not null default now(),
    stopped     timestamptz,
    lost        timestamptz,
    draining    boolean      not null,
    workers     int          not null,
    in_hand     int          not null,
    running     int          not null,
    queues      text[],
    types       text[]       not null
);

comment on table rowmill_operator is
    'Nodes that work, and nodes that stopped or fell silent within a week. A node writes its row every ten '
    'seconds, by the clock of the database.';
comment on column rowmill_operator.name is 'Name of the node, the operator_id of its tasks.';
comment on column rowmill_operator.host is 'Host.';
comment on column rowmill_operator.application is 'Application (quarkus.application.name).';
comment on column rowmill_operator.version is 'Version of Rowmill.';
comment on column rowmill_operator.started is 'Time of the start.';
comment on column rowmill_operator.beat is 'Time of the last write.';
comment on column rowmill_operator.stopped is 'Time of the end. Null: it has not ended.';
comment on column rowmill_operator.lost is
    'Time when another node found that it is silent. Null: it is not silent, or it is back.';
comment on column rowmill_operator.draining is 'True: it takes no more tasks, because it will stop.';
comment on column rowmill_operator.workers is 'Largest number of tasks that it runs at once.';
comment on column rowmill_operator.in_hand is 'Number of tasks that it held.';
comment on column rowmill_operator.running is 'Number of handlers that ran.';
comment on column rowmill_operator.queues is 'Queues that it works on, at most a hundred. Null: all.';
comment on column rowmill_operator.types is 'Types that it handles, at most a hundred.';

create table rowmill_series (
    span      smallint    not null,
    start     timestamptz not null,
    queue     text        not null,
    type      text        not null,
    enqueued  int         not null,
    completed int         not null,
    failed    int         not null,
    dead      int         not null,
    wait      int[]       not null,
    run       int[]       not null,
    primary key (span, start, queue, type),
    constraint rowmill_series_span check (span in (1, 10, 60))
);

comment on table rowmill_series is
    'Work of all nodes by queue and type, for each minute, ten minutes and hour. Each node adds its counts '
    'once a minute, by the clock of the database.';
comment on column rowmill_series.span is 'Length in minutes: 1, 10 or 60.';
comment on column rowmill_series.start is 'Beginning.';
comment on column rowmill_series.queue is 'Queue. Empty: the rest, of a node that had too many different ones.';
comment on column rowmill_series.type is 'Type. Empty: the rest, of a node that had too many different ones.';
comment on column rowmill_series.enqueued is 'Number of tasks that nodes enqueued.';
comment on column rowmill_series.completed is 'Number of tasks that became completed.';
comment on column rowmill_series.failed is 'Number of attempts that failed.';
comment on column rowmill_series.dead is 'Number of tasks that became dead.';
comment on column rowmill_series.wait is
    'Number of attempts that waited less than 1 ms, 2 ms, 4 ms and so on, up to the last number that is not 0.';
comment on column rowmill_series.run is
    'Number of attempts that ran less than 1 ms, 2 ms, 4 ms and so on, up to the last number that is not 0.';

create table rowmill_series_node (
    name  uuid        primary key,
    batch bigint      not null,
    last  timestamptz not null default now()
);

comment on table rowmill_series_node is
    'Last counts that each node added to rowmill_series and, under another name, to rowmill_failure. So no '
    'counts are added twice when the answer to a write is lost.';
comment on column rowmill_series_node.name is 'Name of the counts of a node, made at each start.';
comment on column rowmill_series_node.batch is 'Number of the last counts.';
comment on column rowmill_series_node.last is 'Time of the last counts.';


-- Operators: views, sessions, audit

create table rowmill_view (
    name     text         primary key,
    query    text         not null,
    saved_by varchar(200) not null,
    created  timestamptz  not null default now(),
    constraint rowmill_view_texts check (char_length(name) between 1 and 60 and char_length(query) between 1 and 2000)
);

comment on table rowmill_view is 'Saved searches of the dashboard, shared by all users.';
comment on column rowmill_view.name is 'Name.';
comment on column rowmill_view.query is 'Search.';
comment on column rowmill_view.saved_by is 'Caller who saved it.';
comment on column rowmill_view.created is 'Time when it was last saved.';

create table rowmill_session (
    digest   bytea        primary key,
    name     varchar(200) not null,
    password bytea        not null,
    expires  timestamptz  not null
);

comment on table rowmill_session is 'Sessions of users who have signed in to the dashboard.';
comment on column rowmill_session.digest is 'Digest of the token in the cookie.';
comment on column rowmill_session.name is 'User.';
comment on column rowmill_session.password is
    'Proof made of token, name, end and the configured password. A change of the password ends the session.';
comment on column rowmill_session.expires is 'End of the session.';

create table rowmill_audit (
    id      bigint       generated always as identity primary key,
    at      timestamptz  not null default clock_timestamp(),
    actor   varchar(200) not null,
    address varchar(100),
    action  varchar(50)  not null,
    kind    varchar(20)  not null,
    name    varchar(200) not null,
    before  jsonb,
    after   jsonb
);

comment on table rowmill_audit is
    'Actions of operators. Rows are added by rowmill_audit_add and deleted by rowmill_audit_trim, which '
    'callers can use without rights on the table.';
comment on column rowmill_audit.id is 'Identifies the entry.';
comment on column rowmill_audit.at is 'Time of the action.';
comment on column rowmill_audit.actor is 'Caller.';
comment on column rowmill_audit.address is 'Network address of the caller. Null: unknown.';
comment on column rowmill_audit.action is 'Action.';
comment on column rowmill_audit.kind is 'Kind of the object, such as a task or a queue.';
comment on column rowmill_audit.name is 'Name or id of the object.';
comment on column rowmill_audit.before is 'Values before the action. Null: none.';
comment on column rowmill_audit.after is 'Values after the action. Null: none.';

create index rowmill_audit_name on rowmill_audit (kind, name, id);
create index rowmill_audit_at on rowmill_audit (at);

-- These functions write with the rights of their owner. "begin atomic" finds their tables now, so that no other
-- table can come in between. Without pg_temp at the end of the path, a temporary table would be found first. They
-- are texts, because Flyway does not parse "begin atomic".
--
-- A trim keeps a week, whatever is requested. It compares moments: an interval of months and days with mixed
-- signs can be "8 days" in a comparison and "-429 days" in a sum.
do $$
begin
    perform set_config('search_path',
                       concat_ws(', ', variadic array(select quote_ident(s) from unnest(current_schemas(false)) s) || text 'pg_temp'),
                       true);
    execute $function$
        create or replace function rowmill_audit_add(
            actor text, address text, action text, kind text, name text, before jsonb, after jsonb)
        returns bigint language sql security definer set search_path from current
        begin atomic
            insert into rowmill_audit (actor, address, action, kind, name, before, after)
            values ($1, $2, $3, $4, $5, $6, $7)
            returning id;
        end
    $function$;
    execute $function$
        create or replace function rowmill_audit_trim(keep interval)
        returns bigint language sql security definer set search_path from current
        begin atomic
            with gone as (
                delete from rowmill_audit
                 where at < least(clock_timestamp() - $1, clock_timestamp() - interval '7 days')
                returning 1)
            select count(*) from gone;
        end
    $function$;
end $$;

revoke all on function rowmill_audit_add(text, text, text, text, text, jsonb, jsonb) from public;
revoke all on function rowmill_audit_trim(interval) from public;
