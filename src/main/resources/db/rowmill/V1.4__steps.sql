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


-- Functions of version 1.3, mended. Their first text stays in its file, as databases have its checksum.

-- Looks at one flow. Parameters: tasks that have ended, and whether to look at all parts that have not started. Returns
-- what happened: 'queued' with the name of a queue, 'marked' with that of a due task that a claim may have passed over,
-- 'held' with the name of a part, 'ended', and 'again' if a lock of another transaction, or the number of tasks, left
-- something to do.
create or replace function rowmill_flow_look(of_flow bigint, ended bigint[], whole boolean)
returns table (what text, flow bigint, name text) language plpgsql as $$
#variable_conflict use_column
declare
    f record;
    p record;
    todo int[];
    next int;
    before int[];
    live bigint;
    failed bigint;
    released record;
    has_gone boolean;
    is_marked boolean;
    cancels boolean;
    is_left boolean := false;
begin
    flow := of_flow;
    select w.on_failure, w.cancelled is not null as is_cancelled, w.pending is true as is_pending
      into f
      from rowmill_flow w
     where w.id = of_flow
       and w.finished is null
       for no key update skip locked;
    if not found then
        if exists (select 1 from rowmill_flow w where w.id = of_flow and w.finished is null) then
            what := 'again';
            return next;
        end if;
        return;
    end if;

    whole := whole or f.is_cancelled or f.is_pending;
    if f.is_cancelled and rowmill_flow_cancel_some(of_flow) then
        update rowmill_flow w set pending = true where w.id = of_flow and w.pending is null;
        what := 'again';
        return next;
        return;
    end if;
    todo := array(
        select q.part
          from rowmill_part q
         where q.flow = of_flow
           and q.decided is null
           and (whole
             or q.watching = any(ended)
             or q.state in ('going', 'dropping')
             or (q.needs = 'failed' or q.needs = 'completed' and f.on_failure = 'cancel')
                and rowmill_flow_failed(of_flow, q.after, ended) is not null));

    while todo <> '{}' loop
        -- The end of the flow is the last one.
        next := (select coalesce(min(x) filter (where x > 0), 0) from unnest(todo) x);
        todo := array_remove(todo, next);
        select q.after, q.needs, q.state, q.watching, q.name
          into p
          from rowmill_part q
         where q.flow = of_flow
           and q.part = next
           and q.decided is null;
        continue when not found;

        if p.state in ('going', 'dropping') then
            cancels := p.state = 'dropping' or f.is_cancelled;
        else
            before := case
                when next = 0 then array(
                    select q.part from rowmill_part q where q.flow = of_flow and q.part > 0 order by q.part desc)
                else array(select x from unnest(p.after) x order by x desc)
            end;

            -- A failure that decides before the others have ended.
            failed := null;
            has_gone := false;
            if p.needs = 'failed' or p.needs = 'completed' and f.on_failure = 'cancel' then
                failed := rowmill_flow_failed(of_flow, before, case when not whole then ended end);
                has_gone := p.needs = 'completed' and exists (
                    select 1
                      from rowmill_part q
                     where q.flow = of_flow
                       and q.part = any(before)
                       and q.state = 'cancelled');
            end if;
            if failed is null and not has_gone then
                is_marked := false;
                for tries in 1..3 loop
                    select b.live, b.failed into live, failed from rowmill_flow_blocker(of_flow, before) b;
                    exit when live is null;
                    is_marked := rowmill_task_watch(live);
                    exit when is_marked;
                end loop;
                if live is not null then
                    if is_marked then
                        update rowmill_part q
                           set watching = live,
                               state = 'waiting'
                         where q.flow = of_flow
                           and q.part = next
                           and (q.watching is distinct from live or q.state <> 'waiting');
                        -- A claim passes over a row that is being marked.
                        select t.queue
                          into name
                          from rowmill_task t
                         where t.id = live
                           and (t.status = 'queued' or t.status = 'waiting' and t.key is not null)
                           and t.run_at <= clock_timestamp();
                        if found then
                            what := 'marked';
                            return next;
                        end if;
                    else
                        is_left := true;
                    end if;
                    continue;
                end if;
            end if;

            if (p.needs = 'ended' or failed is null and not has_gone)
               and exists (
                   select 1
                     from rowmill_part q
                    where q.flow = of_flow
                      and q.part = any(before)
                      and q.decided is null) then
                update rowmill_part q
                   set watching = null,
                       state = 'waiting'
                 where q.flow = of_flow
                   and q.part = next;
                continue;
            end if;

            cancels := next > 0
                and (f.is_cancelled
                  or p.needs = 'completed' and f.on_failure = 'cancel' and (failed is not null or has_gone)
                  or p.needs = 'failed' and failed is null);
            if not cancels and p.needs = 'completed' and failed is not null then
                update rowmill_part q
                   set watching = failed,
                       state = 'held'
                 where q.flow = of_flow
                   and q.part = next;
                -- Here and not later: a retry waits for the lock of the flow, and then marks the task again. If a retry
                -- has locked the task already, it marks the task anyway.
                update rowmill_task t
                   set watched = null
                 where t.id in (
                           select x.id
                             from rowmill_task x
                            where x.id = failed
                              and x.watched
                              and x.status in ('dead', 'cancelled')
                              for no key update of x skip locked)
                   and not exists (
                       select 1
                         from rowmill_part q
                        where q.watching = failed
                          and q.decided is null
                          and q.state <> 'held');
                if p.state <> 'held' then
                    what := 'held';
                    name := p.name;
                    return next;
                end if;
                continue;
            end if;
        end if;

        select r.queues, r.is_done into released from rowmill_part_release(of_flow, next, cancels) r;
        if not cancels then
            foreach name in array released.queues loop
                what := 'queued';
                return next;
            end loop;
        end if;
        if not released.is_done then
            update rowmill_part q
               set state = case when cancels then 'dropping' else 'going' end
             where q.flow = of_flow
               and q.part = next;
            is_left := true;
            continue;
        end if;
        update rowmill_part q
           set state = case when cancels then 'cancelled' else 'open' end,
               decided = clock_timestamp(),
               watching = null
         where q.flow = of_flow
           and q.part = next;
        if next = 0 then
            update rowmill_flow w set finished = clock_timestamp() where w.id = of_flow;
            what := 'ended';
            name := null;
            return next;
        else
            todo := todo || array(
                select q.part
                  from rowmill_part q
                 where q.flow = of_flow
                   and q.decided is null
                   and (next = any(q.after) or q.part = 0 and (cancels or q.watching is null))
                   and q.part <> all(todo));
        end if;
    end loop;
    if is_left then
        what := 'again';
        name := null;
        return next;
    end if;
    if whole and is_left <> f.is_pending then
        update rowmill_flow w set pending = case when is_left then true end where w.id = of_flow;
    end if;
end $$;

-- Returns where a new task of a part goes: the number of the part, and whether the task waits for the start of the part.
-- If no task may be added, returns the reason instead: 'none' (no flow), 'part' (no part), 'lost' (no lease), 'ended' or
-- 'passed' (a part after it has started).
--
-- Parameters: the task of the flow that adds, or null, with its lease, and whether its row must be locked, because the
-- caller's transaction does not end with the attempt. While that task lives, no part after its own starts, unless a
-- failure starts or cancels the part. In all other cases the caller's transaction keeps a share of the flow's lock. Ids
-- must be given after this call.
create or replace function rowmill_flow_add(
    of_flow bigint, to_part text, by_task bigint, by_version bigint, by_operator text, locks boolean,
    out part int, out waits boolean, out refusal text)
language plpgsql as $$
#variable_conflict use_column
declare
    f record;
    target record;
    own int;
    is_safe boolean := false;
begin
    if by_task is not null then
        if locks then
            perform 1
               from rowmill_task t
              where t.id = by_task
                and t.version = by_version
                and t.operator_id = by_operator
                for share;
        else
            perform 1
               from rowmill_task t
              where t.id = by_task
                and t.version = by_version
                and t.operator_id = by_operator;
        end if;
        if not found then
            refusal := 'lost';
            return;
        end if;
        own := (
            select m.part
              from rowmill_part p
              join rowmill_part_task m
                on m.flow = p.flow
               and m.part = p.part
               and m.task = by_task
             where p.flow = of_flow);
        is_safe := (
            select q.part = own and q.state = 'open'
                or own = any(q.after) and (q.needs = 'ended' or q.needs = 'completed' and w.on_failure = 'hold')
              from rowmill_flow w
              join rowmill_part q
                on q.flow = w.id
             where w.id = of_flow
               and q.name = to_part
               and q.part > 0);
    end if;
    if is_safe is not true then
        perform 1 from rowmill_flow w where w.id = of_flow for share;
    end if;
    select w.finished is not null or w.cancelled is not null as is_over into f from rowmill_flow w where w.id = of_flow;
    select q.part, q.state into target from rowmill_part q where q.flow = of_flow and q.name = to_part and q.part > 0;
    refusal := case
        when f.is_over is null then 'none'
        when target.part is null then 'part'
        when f.is_over then 'ended'
        when target.state in ('cancelled', 'dropping') then 'passed'
        when is_safe is not true and exists (
            select 1
              from rowmill_part q
             where q.flow = of_flow
               and target.part = any(q.after)
               and (q.decided is not null or q.state in ('going', 'dropping')))
            then 'passed'
    end;
    part := target.part;
    waits := target.state <> 'open';
end $$;

-- Queues all tasks of a flow again that are dead or cancelled, or lets them wait again if their part has not started.
-- Parts that were cancelled wait again, and a flow that has ended is open again. Then looks at the flow. Returns what
-- happened, as rowmill_flow_look does, and 'retried' with the number of tasks. Tasks whose unique key is held by another
-- task are left, and all but the last of those that have one key.
create or replace function rowmill_flow_retry(of_flow bigint)
returns table (what text, flow bigint, name text) language plpgsql
set enable_seqscan = off
set jit = off
set max_parallel_workers_per_gather = 0
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    one record;
    last_task bigint;
    slice record;
    total bigint := 0;
begin
    flow := of_flow;
    perform 1 from rowmill_flow w where w.id = of_flow for no key update;
    update rowmill_part q
       set state = 'waiting',
           decided = null,
           watching = null
     where q.flow = of_flow
       and (q.state in ('cancelled', 'dropping') or q.part = 0);
    for one in select q.part, q.decided from rowmill_part q where q.flow = of_flow and q.part > 0 order by q.part loop
        last_task := 0;
        loop
            with chunk as materialized (
                select m.task
                  from rowmill_part_task m
                 cross join lateral (select t.status from rowmill_task t where t.id = m.task offset 0) t
                 where m.flow = of_flow
                   and m.part = one.part
                   and m.task > last_task
                   and t.status in ('dead', 'cancelled')
                 order by m.task
                 limit 1000),
            held as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(array(select s.task from chunk s))
                   and t.status in ('dead', 'cancelled')
                 order by t.id
                   for no key update of t skip locked),
            went as (
                update rowmill_task t
                   set status = case when one.decided is null then 'waiting' else 'queued' end,
                       key = case when one.decided is not null then coalesce(t.key, (
                           select m.key
                             from rowmill_part_task m
                            where m.flow = of_flow
                              and m.part = one.part
                              and m.task = t.id)) end,
                       run_at = clock_timestamp(),
                       max_attempts = greatest(t.max_attempts, least(t.attempts, 2147483646) + 1),
                       finished = null,
                       expires_at = null,
                       passed = null,
                       last_updated = clock_timestamp(),
                       version = t.version + 1
                 where t.id = any(array(select h.id from held h))
                   and not exists (
                       select 1
                         from rowmill_task rival
                        where rival.type = t.type
                          and rival.unique_key = t.unique_key
                          and rival.id <> t.id
                          and (rival.status in ('queued', 'waiting', 'executing') or rival.unique_for is not null))
                   and (t.unique_key is null
                     or not exists (
                       select 1
                         from held h
                         join rowmill_task twin
                           on twin.id = h.id
                        where twin.type = t.type
                          and twin.unique_key = t.unique_key
                          and twin.id > t.id))
                returning t.queue, t.status)
            select max(s.task) as task,
                   count(*) as found,
                   (select count(*) from went) as went,
                   array(select distinct w.queue from went w where w.status = 'queued') as queues
              into slice
              from chunk s;
            total := total + slice.went;
            foreach name in array slice.queues loop
                what := 'queued';
                return next;
            end loop;
            exit when slice.found < 1000;
            last_task := slice.task;
        end loop;
    end loop;
    what := 'retried';
    name := total;
    return next;
    update rowmill_flow w set cancelled = null, finished = null where w.id = of_flow;
    return query select l.what, l.flow, l.name from rowmill_flow_look(of_flow, '{}', true) l;
end $$;
