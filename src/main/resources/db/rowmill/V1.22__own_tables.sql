-- A function finds its tables where it stands itself, whatever search_path a session has: rules may be changed by SQL from
-- another schema, and a database may have two installations.

-- A trigger's tables are beside the one that it is of. Statements by text, as the schema's name is not known here and may
-- change; they are planned each time, on ways that are rare. A search_path of its own would be that of the application's
-- triggers, too, as far as these are fired by what it writes.
create or replace function rowmill_queue_turns() returns trigger language plpgsql as $$
begin
    -- Every key is worth a look. What it owes is forgotten only if its rate has changed.
    execute format('update %I.rowmill_lane
                       set look_at = clock_timestamp(), paid_until = case when not $2 then paid_until end
                     where queue = $1 and (look_at > clock_timestamp() or (paid_until is not null and $2))', tg_table_schema)
      using new.name,
            (old.key_rate, old.key_rate_period, old.key_rate_burst) is distinct from (new.key_rate, new.key_rate_period, new.key_rate_burst);
    return null;
end $$;

create or replace function rowmill_queue_gone() returns trigger language plpgsql as $$
begin
    execute format('update %I.rowmill_task
                       set status = ''queued'', version = version + 1
                     where queue = $1 and status = ''waiting'' and key is not null', tg_table_schema)
      using old.name;
    execute format('delete from %I.rowmill_lane where queue = $1', tg_table_schema)
      using old.name;
    return null;
end $$;

create or replace function rowmill_task_admitted() returns trigger language plpgsql as $$
declare
    has_rules boolean;
begin
    execute format('select exists (select 1 from %I.rowmill_queue q where q.name = $1)', tg_table_schema)
       into has_rules
      using new.queue;
    return case when has_rules then null else new end;
end $$;

-- As before (V1.20), but that it says so when it has asked for the rules, and is not asked again for each row. Its tables are
-- those of its caller, a node, which finds the function as it finds them.
create or replace function rowmill_claim_new(ids bigint[], of_queue text, by_operator text, lease float8)
returns setof rowmill_task language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
    taken bigint[];
    admission text := current_setting('rowmill.admission', true);
begin
    if current_setting('transaction_isolation') <> 'read committed'
       or exists (select 1 from rowmill_queue q where q.name = of_queue) then
        return;
    end if;
    begin
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
        when others then
            return;
    end;
    return query select t.* from rowmill_task t where t.id = any(taken);
end $$;

-- These write with their owner's rights. Their tables are looked up here and now, so that no other can come in between; a
-- temporary one could, which is searched first where it is not named. As text, as Flyway takes no "begin atomic".
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
                delete from rowmill_audit where at < clock_timestamp() - greatest($1, interval '7 days') returning 1)
            select count(*) from gone;
        end
    $function$;
end $$;
