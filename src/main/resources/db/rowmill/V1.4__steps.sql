-- Steps of handlers, sleep, signals to tasks, flows of handlers, and progress.

-- All are null for a plain task. The null bitmap of a row has room for them, so they take no space.
alter table rowmill_task
    add column awaits        varchar(200),
    add column signalled     boolean,
    add column progress      smallint,
    add column progress_note varchar(200);

comment on column rowmill_task.awaits is
    'Signal that a queued task waits for, and that makes it due. Null: none. Other states give it no meaning.';
comment on column rowmill_task.signalled is
    'True: a signal was sent since the last verdict of the task. A verdict that lets the task wait for a signal makes '
    'it due at once then. Null: none was sent.';

comment on column rowmill_task.progress is
    'Percent of the work that the handler has done, as it reported. An attempt keeps the value of the one before until '
    'it reports. Null: none was reported.';
comment on column rowmill_task.progress_note is
    'Text of the handler with its progress. It is not masked. Null: none.';

-- There is no foreign key, as for logs. Nodes delete the rows of deleted tasks. So the deletion of a task needs no
-- further probe.
create table rowmill_step (
    task   bigint       not null,
    name   varchar(200) not null,
    kind   varchar(10)  not null default 'step',
    result jsonb,
    turn   bigint,
    flow   bigint,
    until  timestamptz,
    begun  timestamptz  not null default clock_timestamp(),
    done   timestamptz,
    primary key (task, name),
    constraint rowmill_step_words check (kind in ('step', 'loop', 'sleep', 'signal', 'flow') and char_length(name) >= 1),
    -- A sleep and a wait have an end, a loop has turns, and a step is recorded when it is done.
    constraint rowmill_step_kinds check (
        (until is not null) = (kind in ('sleep', 'signal'))
        and (turn is not null) = (kind = 'loop')
        and (flow is not null) = (kind = 'flow')
        and (kind <> 'step' or done is not null)
        and (kind not in ('sleep', 'flow') or result is null)),
    constraint rowmill_step_moments check (
        least(until, begun, done) >= timestamptz '0001-01-01 00:00:00+00'
        and greatest(until, begun, done) < timestamptz '10000-01-01 00:00:00+00')
);

comment on table rowmill_step is
    'Steps of tasks that need not be done again, and sleeps and waits. Each row is written under the lease of an '
    'attempt.';
comment on column rowmill_step.task is 'Task.';
comment on column rowmill_step.name is 'Name of the step in its task.';
comment on column rowmill_step.kind is
    'Kind: step, loop, sleep, signal (a wait for a signal) or flow (a wait for a flow). A step in a transaction is a '
    'step.';
comment on column rowmill_step.result is
    'Value that the step returned, cursor of the loop, or payload of the signal; encrypted if the payload of the task '
    'is. Null: none, or the wait has received no signal.';
comment on column rowmill_step.turn is 'Number of committed turns of a loop. Null: no loop.';
comment on column rowmill_step.flow is 'Flow that the step has enqueued and waits for. Null: another kind.';
comment on column rowmill_step.until is 'End of a sleep, or of a wait for a signal. Null: another kind.';
comment on column rowmill_step.begun is 'Time when the row was written.';
comment on column rowmill_step.done is
    'Time when the step, loop, sleep or wait was over. Null: not yet. A wait for a flow is not over while the flow has '
    'failed.';

-- Sleeps and waits that are not over. A step without either is never in it.
create index rowmill_step_open on rowmill_step (task) where done is null and (until is not null or flow is not null);

create table rowmill_signal (
    id      bigint       generated always as identity primary key,
    task    bigint       not null,
    name    varchar(200) not null,
    payload jsonb        not null,
    sent    timestamptz  not null default clock_timestamp(),
    marked  boolean,
    constraint rowmill_signal_words check (char_length(name) >= 1),
    -- A wait could not tell null from its end.
    constraint rowmill_signal_payload check (jsonb_typeof(payload) <> 'null'),
    constraint rowmill_signal_moments check (
        sent >= timestamptz '0001-01-01 00:00:00+00' and sent < timestamptz '10000-01-01 00:00:00+00')
);

comment on table rowmill_signal is
    'Signals to tasks. The sender inserts a row in its transaction. The attempt that takes the signal deletes it.';
comment on column rowmill_signal.id is 'Identifies the signal. A wait takes the smallest id of its name.';
comment on column rowmill_signal.task is 'Task.';
comment on column rowmill_signal.name is 'Name of the signal.';
comment on column rowmill_signal.payload is 'Value of the signal, encrypted if the payload of the task is.';
comment on column rowmill_signal.sent is 'Time of the sending.';
comment on column rowmill_signal.marked is
    'True: the row of the task has the mark, or the task had ended. Null: a node must still write it.';

create index rowmill_signal_task on rowmill_signal (task, name, id);
-- Signals that no node has handled yet. The index is almost empty.
create index rowmill_signal_new on rowmill_signal (id) where marked is null;


-- Only nodes call these functions, and the tables are those of the caller. Each statement has its own snapshot, because
-- the functions are volatile. So a statement sees what was committed while the one before it waited for a lock.

-- Sleeps, or waits for a signal. Notes the wait and its end, and takes the oldest signal of the name, in one
-- transaction. Returns the state: 'lost' (the lease is held no more), 'sleeps' (until the remaining seconds are over),
-- 'over' (without a signal) or 'received' (the payload is the signal's).
--
-- It locks no task, so it never keeps a renewal waiting. If an older attempt takes a signal after it has lost its
-- lease, the record is that of the task, and the next attempt finds it. The lock of the step lets one attempt at a time
-- take a signal for it.
--
-- Parameters: the task with its lease, the name of the step, the name of the signal, or null for a sleep, and the
-- seconds of the sleep, or of the longest wait.
create or replace function rowmill_step_wait(
    of_task bigint, by_version bigint, by_operator text, step text, signal text, most float8,
    out state text, out payload text, out remaining float8)
language plpgsql as $$
declare
    noted record;
    came jsonb;
begin
    insert into rowmill_step (task, name, kind, until)
    select t.id,
           step,
           case when signal is null then 'sleep' else 'signal' end,
           clock_timestamp() + make_interval(secs => most)
      from rowmill_task t
     where t.id = of_task
       and t.version = by_version
       and t.operator_id = by_operator
        on conflict do nothing;
    select w.until, w.result, w.done
      into noted
      from rowmill_step w
     where w.task = of_task
       and w.name = step
       for no key update;
    if not found
       or not exists (
           select 1
             from rowmill_task t
            where t.id = of_task
              and t.version = by_version
              and t.operator_id = by_operator) then
        state := 'lost';
        return;
    end if;
    if noted.done is null then
        if signal is not null then
            delete from rowmill_signal g
             where g.id = (
                       select f.id
                         from rowmill_signal f
                        where f.task = of_task
                          and f.name = signal
                        order by f.id
                        limit 1
                          for update)
            returning g.payload into came;
        end if;
        if came is null and noted.until > clock_timestamp() then
            state := 'sleeps';
            remaining := greatest(0, extract(epoch from noted.until - clock_timestamp()));
            return;
        end if;
        update rowmill_step w
           set result = came,
               done = clock_timestamp()
         where w.task = of_task
           and w.name = step;
        noted.result := came;
    end if;
    state := case when noted.result is null then 'over' else 'received' end;
    payload := noted.result;
end $$;

-- Marks the tasks of signals. A task that is queued and waits for the signal is due at once. Returns the signals that
-- need no further call, each with the queue if its task is due now. The others must be tried again: another transaction
-- has locked the task or the signal.
--
-- The version of an executing task stays. Otherwise its attempt would lose its lease.
create or replace function rowmill_signal_mark(ids bigint[])
returns table (signal bigint, queue text) language sql
set enable_seqscan = off
set jit = off
as $$
    with fresh as materialized (
        select s.id, s.task, s.name
          from rowmill_signal s
         where s.id = any(ids)
           and s.marked is null
         order by s.id
           for no key update of s skip locked),
    held as materialized (
        select h.id, w.names
          from (select f.task, array_agg(cast(f.name as text)) as names from fresh f group by f.task order by f.task) w
         cross join lateral (
               select t.id
                 from rowmill_task t
                where t.id = w.task
                  and t.finished is null
                  for no key update of t skip locked) h),
    due as (
        update rowmill_task t
           set signalled = true,
               run_at = case
                   when t.status = 'queued' and t.awaits = any(h.names) then least(t.run_at, clock_timestamp())
                   else t.run_at
               end,
               version = case
                   when t.status = 'queued' and t.awaits = any(h.names) then least(t.version, 9223372036854775806) + 1
                   else t.version
               end
          from held h
         where t.id = h.id
        returning t.id, case when t.status = 'queued' and t.awaits = any(h.names) then t.queue end as queue),
    done as (
        update rowmill_signal s
           set marked = true
          from fresh f
         where s.id = f.id
           and (f.task in (select h.id from held h)
             or not exists (select 1 from rowmill_task t where t.id = f.task and t.finished is null))
        returning s.id, s.task)
    select d.id, cast(m.queue as text)
      from done d
      left join due m
        on m.id = d.task
     union all
    select i.id, cast(null as text)
      from unnest(ids) as i (id)
     where not exists (select 1 from rowmill_signal s where s.id = i.id and s.marked is null)
$$;

-- Null for a flow that no task has enqueued and waits for.
alter table rowmill_flow add column owner bigint;

comment on column rowmill_flow.owner is
    'Task whose step has enqueued the flow. The end of the flow sends it the signal flow:<id>. Null: none.';

-- Sends a signal to the task that waits for a flow, in the transaction that ends the flow, whatever node or
-- client ends it. A retry opens an ended flow again, so a flow may end several times. A task that has ended gets one
-- too, because a retry of it may be under way and may have read that the flow has not ended.
create or replace function rowmill_flow_ended() returns trigger language plpgsql as $$
begin
    execute format(
        'insert into %1$I.rowmill_signal (task, name, payload) '
        'select t.id, $1, ''{}'' from %1$I.rowmill_task t where t.id = $2',
        tg_table_schema)
      using 'flow:' || new.id, new.owner;
    return null;
end $$;

create trigger rowmill_flow_ended after update of finished on rowmill_flow
   for each row when (new.owner is not null and new.finished is not null and old.finished is null)
   execute function rowmill_flow_ended();

-- Send signals by SQL, for programs that may not write the table. Each function returns the id of the signal, or null if
-- the task has ended or does not exist. A node finds the signal by its sweep.
--
-- They run with the rights of their owner, so their bodies are bound to the tables here and now, and their search_path
-- has this schema, and pg_temp at its end. They are texts, because Flyway does not parse "begin atomic".
do $$
begin
    perform set_config('search_path',
                       concat_ws(', ', variadic array(select quote_ident(s) from unnest(current_schemas(false)) s) || text 'pg_temp'),
                       true);
    execute $function$
        create or replace function rowmill_send_signal(task bigint, name text, payload jsonb default '{}')
        returns bigint language sql security definer set search_path from current
        begin atomic
            insert into rowmill_signal (task, name, payload)
            select t.id, $2, $3
              from rowmill_task t
             where t.id = $1
               and t.finished is null
            returning id;
        end
    $function$;
    -- The condition on the key is the one of the index.
    execute $function$
        create or replace function rowmill_send_signal_to_key(
            type text, unique_key text, name text, payload jsonb default '{}')
        returns bigint language sql security definer set search_path from current
        begin atomic
            insert into rowmill_signal (task, name, payload)
            select t.id, $3, $4
              from rowmill_task t
             where t.type = $1
               and t.unique_key = $2
               and t.unique_key is not null
               and (t.status in ('queued', 'waiting', 'executing') or t.unique_for is not null)
               and t.finished is null
            returning id;
        end
    $function$;
end $$;

revoke all on function rowmill_send_signal(bigint, text, jsonb) from public;
revoke all on function rowmill_send_signal_to_key(text, text, text, jsonb) from public;
