-- Flows: sets of tasks with an order among them.

-- Null for a plain task. The null bitmap of a row has room for it, so it takes no space.
alter table rowmill_task add column flow bigint;

comment on column rowmill_task.flow is 'Flow that the task belongs to. Null: none.';
comment on column rowmill_task.watched is
    'True: a caller or a part of a flow waits for the end of the task. A node clears the mark of a member of a flow '
    'after it has looked what waits. Null: nothing waits.';

-- Ends that no node has looked at yet. The index is almost empty: it holds marked tasks only, those that have not
-- ended behind the others. Its condition is the cheapest there is, because each statement that writes a task
-- prepares it. On a large table, build it "concurrently" before the upgrade.
create index if not exists rowmill_task_watched on rowmill_task (finished) where watched;

create table rowmill_flow (
    id         bigint       generated always as identity primary key,
    name       varchar(200) not null,
    unique_key varchar(500),
    on_failure varchar(10)  not null default 'hold',
    source     varchar(200),
    created    timestamptz  not null default now(),
    cancelled  timestamptz,
    finished   timestamptz,
    pending    boolean,
    constraint rowmill_flow_words check (on_failure in ('hold', 'cancel') and char_length(name) >= 1),
    constraint rowmill_flow_moments check (
        least(created, cancelled, finished) >= timestamptz '0001-01-01 00:00:00+00'
        and greatest(created, cancelled, finished) < timestamptz '10000-01-01 00:00:00+00')
);

comment on table rowmill_flow is
    'Flows. The row is written with the tasks, and at the end of the flow. Its lock is the lock of the flow.';
comment on column rowmill_flow.id is 'Identifies the flow.';
comment on column rowmill_flow.name is 'Name of the kind of flow.';
comment on column rowmill_flow.unique_key is
    'At most one flow of a name that has not ended has this key. Null: none.';
comment on column rowmill_flow.on_failure is
    'What happens to parts after a part that failed: hold (they wait for a retry or a user) or cancel.';
comment on column rowmill_flow.source is 'Program that enqueued the flow.';
comment on column rowmill_flow.created is 'Time of the enqueue.';
comment on column rowmill_flow.cancelled is 'Time when a user cancelled the flow. Null: not cancelled.';
comment on column rowmill_flow.finished is 'Time of the end. Null: the flow has not ended.';
comment on column rowmill_flow.pending is
    'True: a node must look at the whole flow again, because something was locked, or too much for one look. Null: not.';

create unique index rowmill_flow_unique on rowmill_flow (name, unique_key)
    where unique_key is not null and finished is null;
create index rowmill_flow_finished on rowmill_flow (finished) where finished is not null;
create index rowmill_flow_open on rowmill_flow (id) where finished is null;

create table rowmill_part (
    flow     bigint       not null references rowmill_flow (id) on delete cascade,
    part     int          not null,
    name     varchar(100) not null,
    after    int[]        not null default '{}',
    needs    varchar(10)  not null default 'completed',
    state    varchar(10)  not null default 'waiting',
    decided  timestamptz,
    watching bigint,
    seen     bigint       not null default 0,
    primary key (flow, part),
    -- A part comes after parts with smaller numbers. So there is no circle, whatever program writes the rows.
    constraint rowmill_part_order check (part > all (after) or part = 0),
    constraint rowmill_part_words check (
        needs in ('completed', 'ended', 'failed')
        and state in ('waiting', 'held', 'going', 'dropping', 'open', 'cancelled')
        and (state in ('open', 'cancelled')) = (decided is not null))
) with (fillfactor = 70);

comment on table rowmill_part is
    'Parts of flows: tasks that start together. Part 0 has no tasks. It comes after all others, and is the end of '
    'its flow. Only the holder of the lock of the flow writes parts.';
comment on column rowmill_part.flow is 'Flow.';
comment on column rowmill_part.part is 'Number of the part in its flow. 0: the end of the flow.';
comment on column rowmill_part.name is 'Name of the part in its flow.';
comment on column rowmill_part.after is 'Numbers of the parts that come before.';
comment on column rowmill_part.needs is
    'When the part starts: after all tasks before it have completed, after they have ended, or when one of them has '
    'failed.';
comment on column rowmill_part.state is
    'State: waiting, held (a task before it has failed), going (its tasks are being queued), open (they are queued), '
    'dropping (its tasks are being cancelled) or cancelled.';
comment on column rowmill_part.decided is 'Time when the part became open or cancelled. Null: not yet.';
comment on column rowmill_part.watching is
    'Task that must end before the part can start or, if the part is held, the task that failed. Null: none.';
comment on column rowmill_part.seen is
    'Tasks of this part up to this id have ended, as far as known. It only tells where to go on looking.';

create unique index rowmill_part_name on rowmill_part (flow, name);
create index rowmill_part_watching on rowmill_part (watching) where watching is not null;

create table rowmill_part_task (
    flow  bigint       not null,
    part  int          not null,
    task  bigint       not null,
    key   varchar(200),
    delay interval,
    primary key (flow, part, task)
);

comment on table rowmill_part_task is
    'Tasks of the parts of flows. Rows are written with the tasks, and deleted with the flow. No end of a task writes '
    'them.';
comment on column rowmill_part_task.flow is 'Flow.';
comment on column rowmill_part_task.part is 'Part.';
comment on column rowmill_part_task.task is 'Task.';
comment on column rowmill_part_task.key is
    'Key that the task gets when its part starts. Until then, no rule of its queue counts the task. Null: none.';
comment on column rowmill_part_task.delay is 'Delay of the task from the start of its part. Null: none.';

create index rowmill_flow_pending on rowmill_flow (id) where pending;
create index rowmill_part_held on rowmill_part (flow) where state = 'held';


-- The look: what waits for tasks that have ended?
--
-- Each statement of these functions has its own snapshot, because they are volatile. The exact question must be asked
-- after the lock of the flow was taken: a single statement, or a function that is stable, would read an older state.
-- No statement waits for a lock, so a look takes part in no deadlock. Only nodes call these functions, and the tables are
-- those of the caller. Each row is found by its index, also if the plan
-- was made while the tables were almost empty.

-- Returns a task that lives, of those parts; else one of them that has failed. It looks first where a task probably
-- lives. If it finds none there, it reads all tasks of the parts. Only this last question is exact.
create or replace function rowmill_flow_blocker(of_flow bigint, parts int[], out live bigint, out failed bigint)
language plpgsql as $$
declare
    one int;
    seen_to bigint;
begin
    -- One of the last tasks ends last, if tasks run in their order.
    select x.id
      into live
      from unnest(parts) as a (part)
     cross join lateral (
           select t.id
             from (select m.task
                     from rowmill_part_task m
                    where m.flow = of_flow
                      and m.part = a.part
                    order by m.task desc
                    limit 32) last
             join rowmill_task t
               on t.id = last.task
            where t.finished is null
            order by t.id desc
            limit 1) x
     limit 1;
    if live is not null then
        return;
    end if;

    -- All parts share how far a part was read, so that no task is read twice.
    foreach one in array parts loop
        select p.seen into seen_to from rowmill_part p where p.flow = of_flow and p.part = one;
        continue when seen_to = 0;
        select m.task
          into live
          from rowmill_part_task m
         cross join lateral (select t.finished from rowmill_task t where t.id = m.task offset 0) t
         where m.flow = of_flow
           and m.part = one
           and m.task > seen_to
           and t.finished is null
         order by m.task
         limit 1;
        seen_to := coalesce(
            live - 1,
            (select max(m.task) from rowmill_part_task m where m.flow = of_flow and m.part = one));
        update rowmill_part p set seen = seen_to where p.flow = of_flow and p.part = one and p.seen < seen_to;
        if live is not null then
            return;
        end if;
    end loop;

    select min(m.task) filter (where t.finished is null),
           min(m.task) filter (where t.status in ('dead', 'cancelled'))
      into live, failed
      from rowmill_part_task m
     cross join lateral (select t.finished, t.status from rowmill_task t where t.id = m.task offset 0) t
     where m.flow = of_flow
       and m.part = any(parts);
    if live is not null then
        update rowmill_part p
           set seen = case when p.seen = 0 then live - 1 else least(p.seen, live - 1) end
         where p.flow = of_flow
           and p.part = any(parts);
    end if;
end $$;

-- Returns a task of those parts that has failed: one of the given tasks, or any if they are null.
create or replace function rowmill_flow_failed(of_flow bigint, parts int[], among bigint[])
returns bigint language plpgsql as $$
begin
    if among is null then
        return (
            select min(m.task)
              from rowmill_part_task m
             cross join lateral (select t.status from rowmill_task t where t.id = m.task offset 0) t
             where m.flow = of_flow
               and m.part = any(parts)
               and t.status in ('dead', 'cancelled'));
    end if;
    return (
        select min(t.id)
          from rowmill_task t
          join rowmill_part_task m
            on m.flow = of_flow
           and m.part = any(parts)
           and m.task = t.id
         where t.id = any(among)
           and t.status in ('dead', 'cancelled'));
end $$;

-- Marks a task, if it lives and no other transaction has locked it. Returns whether the task is marked.
create or replace function rowmill_task_watch(one bigint) returns boolean language plpgsql as $$
begin
    perform 1 from rowmill_task t where t.id = one and t.finished is null for no key update skip locked;
    if not found then
        return false;
    end if;
    update rowmill_task t set watched = true where t.id = one and t.watched is null;
    return true;
end $$;

-- Cancels tasks of a flow that have not ended, at most 20,000. Returns whether there may be more.
create or replace function rowmill_flow_cancel_some(of_flow bigint) returns boolean language plpgsql as $$
declare
    last_part int := 0;
    last_task bigint := 0;
    slice record;
begin
    for tries in 1..20 loop
        with chunk as materialized (
            select m.part, m.task
              from rowmill_part_task m
             cross join lateral (select t.finished from rowmill_task t where t.id = m.task offset 0) t
             where m.flow = of_flow
               and (m.part, m.task) > (last_part, last_task)
               and t.finished is null
             order by m.part, m.task
             limit 1000),
        held as materialized (
            select t.id
              from rowmill_task t
             where t.id = any(array(select s.task from chunk s))
               and t.finished is null
             order by t.id
               for no key update of t skip locked),
        gone as (
            update rowmill_task t
               set status = 'cancelled',
                   operator_id = null,
                   expiry = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = least(t.version, 9223372036854775806) + 1
             where t.id = any(array(select h.id from held h)))
        select s.part, s.task, (select count(*) from chunk) as found
          into slice
          from chunk s
         order by s.part desc, s.task desc
         limit 1;
        if slice.found is null or slice.found < 1000 then
            return false;
        end if;
        last_part := slice.part;
        last_task := slice.task;
    end loop;
    return true;
end $$;

-- Queues tasks of a part that wait, or cancels them, at most 20,000. Returns the queues of the queued ones, and whether
-- no task of the part waits any more.
create or replace function rowmill_part_release(
    of_flow bigint, of_part int, cancels boolean, out queues text[], out is_done boolean)
language plpgsql as $$
declare
    last_task bigint := 0;
    slice record;
begin
    queues := '{}';
    is_done := true;
    for tries in 1..20 loop
        with chunk as materialized (
            select m.task
              from rowmill_part_task m
             cross join lateral (select t.status from rowmill_task t where t.id = m.task offset 0) t
             where m.flow = of_flow
               and m.part = of_part
               and m.task > last_task
               and t.status = 'waiting'
             order by m.task
             limit 1000),
        held as materialized (
            select t.id
              from rowmill_task t
             where t.id = any(array(select s.task from chunk s))
               and t.status = 'waiting'
             order by t.id
               for no key update of t skip locked),
        went as (
            update rowmill_task t
               set status = case when cancels then 'cancelled' else 'queued' end,
                   finished = case when cancels then clock_timestamp() end,
                   (key, run_at) = (
                       select m.key, greatest(t.run_at, clock_timestamp() + coalesce(m.delay, interval '0'))
                         from rowmill_part_task m
                        where m.flow = of_flow
                          and m.part = of_part
                          and m.task = t.id),
                   last_updated = clock_timestamp(),
                   version = least(t.version, 9223372036854775806) + 1
             where t.id = any(array(select h.id from held h))
            returning t.queue)
        select max(s.task) as task,
               count(*) as found,
               (select count(*) from went) as went,
               array(select distinct w.queue from went w) as queues
          into slice
          from chunk s;
        queues := queues || slice.queues;
        is_done := is_done and slice.went = slice.found;
        if slice.found < 1000 then
            return;
        end if;
        last_task := slice.task;
    end loop;
    is_done := false;
end $$;

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
                -- Here and not later: a retry waits for the lock of the flow, and then marks the task again.
                update rowmill_task t
                   set watched = null
                 where t.id = failed
                   and t.watched
                   and t.status in ('dead', 'cancelled')
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

-- Looks at what waits for tasks that have ended, and at other flows as a whole. Returns what happened, as
-- rowmill_flow_look does. Then takes the marks off tasks that nothing waits for any more.
create or replace function rowmill_look(ended bigint[], whole bigint[] default '{}')
returns table (what text, flow bigint, name text) language plpgsql
set enable_seqscan = off
set jit = off
set max_parallel_workers_per_gather = 0
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    one bigint;
    again bigint[] := '{}';
    part record;
begin
    for one in
        select x.flow
          from (select p.flow
                  from rowmill_part p
                 where p.watching = any(ended)
                   and p.decided is null
                 union
                select unnest(whole)
                 union
                select t.flow
                  from rowmill_task t
                 where t.id = any(ended)
                   and t.flow is not null
                   and t.status in ('dead', 'cancelled')) x
         order by x.flow
    loop
        for what, flow, name in
            select l.what, l.flow, l.name from rowmill_flow_look(one, ended, one = any(whole)) l
        loop
            if what = 'again' then
                again := again || one;
            end if;
            return next;
        end loop;
    end loop;

    with unmarked as materialized (
        select t.id
          from rowmill_task t
         where t.id = any(ended)
           and t.watched
           and t.finished is not null
           and (t.flow is null or t.flow <> all(again))
           and not exists (select 1 from rowmill_part p where p.watching = t.id and p.decided is null)
         order by t.id
           for no key update of t skip locked)
    update rowmill_task t
       set watched = null
     where t.id = any(array(select u.id from unmarked u));
end $$;

-- Returns the state that a retry gives to a task of a flow: 'waiting' if its part has not started, else 'queued'. Waits
-- for the lock of the flow, and keeps a share of it, so that the part cannot start meanwhile.
create or replace function rowmill_retry_state(of_flow bigint, of_task bigint) returns text language plpgsql as $$
begin
    perform 1 from rowmill_flow f where f.id = of_flow for share;
    return case
        when exists (
            select 1
              from rowmill_part p
              join rowmill_part_task m
                on m.flow = p.flow
               and m.part = p.part
               and m.task = of_task
             where p.flow = of_flow
               and p.decided is null)
            then 'waiting'
        else 'queued'
    end;
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
            select q.part = own
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

-- Lets a part start that is held up by failures, and looks at the flow. Returns what happened, as rowmill_flow_look does,
-- or 'refused' with the state of the part, or with 'none' if there is no such part.
create or replace function rowmill_flow_go(of_flow bigint, of_part text)
returns table (what text, flow bigint, name text) language plpgsql
set enable_seqscan = off
set jit = off
set max_parallel_workers_per_gather = 0
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    target record;
begin
    perform 1 from rowmill_flow w where w.id = of_flow and w.finished is null for no key update;
    select q.part, q.after, q.state
      into target
      from rowmill_part q
     where q.flow = of_flow
       and q.name = of_part
       and q.part > 0;
    if target.state is distinct from 'held'
       or (select b.live from rowmill_flow_blocker(of_flow, target.after) b) is not null then
        what := 'refused';
        flow := of_flow;
        name := case target.state when 'held' then 'waiting' else coalesce(target.state, 'none') end;
        return next;
        return;
    end if;
    update rowmill_part q
       set state = 'going',
           watching = null
     where q.flow = of_flow
       and q.part = target.part;
    return query select l.what, l.flow, l.name from rowmill_flow_look(of_flow, '{}', false) l;
end $$;

-- Queues all tasks of a flow again that are dead or cancelled, or lets them wait again if their part has not started.
-- Parts that were cancelled wait again, and a flow that has ended is open again. Then looks at the flow. Returns what
-- happened, as rowmill_flow_look does, and 'retried' with the number of tasks. Tasks whose unique key is held by another
-- task are left.
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
                       key = case when one.decided is not null then t.key end,
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
