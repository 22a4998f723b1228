-- What rules, keys, schedules and failures promise, where SQL, another feature or a failover got around it.

-- A claim that no handler began is given back as it was: what the first claim takes of a key or a deadline is noted in its row.
-- Null: a handler may have begun before, or nothing rests on it, as with all tasks that have neither. Else the unique key that
-- the claim emptied, or an empty text where it emptied none.
alter table rowmill_task add column first_claim text;

-- As before (V1.22), but that it notes a first claim, and that no timeout costs the caller what it enqueues, of a lock that the
-- claim waits for or of the statement.
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
        -- One that the database refuses is for a claim that passes over it, and its enqueue is none the worse. What was read
        -- of the others by then would be told all the same if it were told above.
        when assert_failure or others then
            return;
        -- A timeout and a cancel have one state, and words of many languages: it was a timeout if the statement has taken as
        -- long, but for what went into its plan before the server noted its beginning. A cancel ends what it is meant for.
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

-- Whether a schedule has a task that lives, whichever of its tasks that is. What no schedule made is not in it, and both columns
-- are in other indexes, so that such a task's updates cost what they did.
create index rowmill_task_of_schedule on rowmill_task (schedule)
    where schedule is not null and status in ('queued', 'waiting', 'executing');

-- A schedule's tasks have its key.
alter table rowmill_schedule
    add column key text,
    add constraint rowmill_schedule_key check (char_length(key) between 1 and 200);

-- A rule holds from its commit on, whatever claims were open then: which of those a claim has to wait for before it knows what
-- executes under a limit, by their virtual transactions. Null: nobody has looked; empty: all have ended, and "held" has the rest.
alter table rowmill_queue add column open_claims text[];

create or replace function rowmill_queue_changed() returns trigger language plpgsql as $$
begin
    new.last_updated := clock_timestamp();
    new.held := null;
    new.open_claims := null;
    return new;
end $$;

-- Types that are paused are a plain list: others stopped all nodes. Rows of before are mended once no new ones can come.
alter table rowmill_queue add constraint rowmill_queue_paused_types check (
    case
        when cardinality(paused_types) = 0 then true
        when array_ndims(paused_types) > 1 or array_lower(paused_types, 1) <> 1 then false
        else array_position(paused_types, null) is null
    end) not valid;
update rowmill_queue
   set paused_types = array(select distinct t.type from unnest(paused_types) as t (type) where t.type is not null order by t.type)
 where cardinality(paused_types) > 0
   and case
           when array_ndims(paused_types) > 1 or array_lower(paused_types, 1) <> 1 then true
           else array_position(paused_types, null) is not null
       end;
alter table rowmill_queue validate constraint rowmill_queue_paused_types;

-- As before, but that a task whose version somebody has set as high as it goes keeps no rules from being deleted.
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
