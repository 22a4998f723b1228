-- Least privilege for Rowmill's tables: four roles without a login. Grant them to the users that log in.
--
--   rowmill_owner     owns the tables and migrates them
--   rowmill_worker    is a node: claims, runs and settles tasks, enqueues, keeps schedules and rules of queues, serves the
--                     API and the dashboard; no DDL
--   rowmill_enqueuer  inserts tasks, publishes and sends signals by SQL; reads no payload, changes nothing
--   rowmill_viewer    reads tasks, attempts and schedules, but no payload, context or stack trace
--
-- 1. Before the first migration, run this script in the schema of the tables, as a superuser. It creates the roles.
-- 2. Let a member of rowmill_owner migrate: start one node as that user.
-- 3. Run this script again, as that user or a superuser. It grants the rights on the tables. Repeat this after each
--    upgrade that migrates. You can run the script any number of times. psql and JDBC run it as it is.

do $$
declare
    name text;
begin
    foreach name in array array['rowmill_owner', 'rowmill_worker', 'rowmill_enqueuer', 'rowmill_viewer'] loop
        if not exists (select 1 from pg_catalog.pg_roles r where r.rolname = name) then
            execute format('create role %I nologin', name);
        end if;
    end loop;
    -- A later run may be by the owner of the tables, who need not own the schema.
    if pg_catalog.pg_has_role((select n.nspowner from pg_catalog.pg_namespace n where n.nspname = current_schema()), 'usage') then
        -- The default from PostgreSQL 15 on. In older versions every user may create tables in the schema public.
        execute format('revoke create on schema %I from public', current_schema());
        execute format('grant usage, create on schema %I to rowmill_owner', current_schema());
        execute format('grant usage on schema %I to rowmill_worker, rowmill_enqueuer, rowmill_viewer',
                       current_schema());
    end if;
end
$$;

do $$
declare
    name text;
begin
    if to_regclass('rowmill_step') is null then
        raise notice 'there is no rowmill_step yet: migrate as a member of rowmill_owner, then run this again';
        return;
    end if;

    foreach name in array array['rowmill_task', 'rowmill_attempt', 'rowmill_schedule', 'rowmill_queue', 'rowmill_lane', 'rowmill_session', 'rowmill_audit', 'rowmill_log', 'rowmill_failure', 'rowmill_job', 'rowmill_job_task', 'rowmill_operator', 'rowmill_series', 'rowmill_series_node', 'rowmill_view', 'rowmill_subscription', 'rowmill_flow', 'rowmill_part', 'rowmill_part_task', 'rowmill_step', 'rowmill_signal', 'rowmill_schema_history'] loop
        -- A change of the owner locks the table, so the script does it only if the owner differs.
        if exists (select 1 from pg_catalog.pg_class c
                    where c.oid = to_regclass(name) and c.relowner <> 'rowmill_owner'::regrole) then
            execute format('alter table %I owner to rowmill_owner', name);
        end if;
        execute format('revoke all on table %I from public, rowmill_worker, rowmill_enqueuer, rowmill_viewer', name);
    end loop;

    -- These functions have their owner's rights. So a node can add rows to the audit, but cannot change them.
    foreach name in array array['rowmill_audit_add(text, text, text, text, text, jsonb, jsonb)', 'rowmill_audit_trim(interval)'] loop
        execute 'alter function ' || name || ' owner to rowmill_owner';
        execute 'revoke all on function ' || name || ' from public';
        execute 'grant execute on function ' || name || ' to rowmill_worker';
    end loop;
    -- These functions also have their owner's rights. An enqueuer can send signals, but read none. No node calls them.
    alter function rowmill_send_signal(bigint, text, jsonb) owner to rowmill_owner;
    alter function rowmill_send_signal_to_key(text, text, text, jsonb) owner to rowmill_owner;
    revoke all on function rowmill_send_signal(bigint, text, jsonb), rowmill_send_signal_to_key(text, text, text, jsonb) from public;
    grant execute on function rowmill_send_signal(bigint, text, jsonb), rowmill_send_signal_to_key(text, text, text, jsonb) to rowmill_worker, rowmill_enqueuer;
    grant select on rowmill_audit to rowmill_worker;
    grant select, insert, delete on rowmill_session to rowmill_worker;

    -- Ids come from an identity, which needs no right. Attempts are deleted with their task, with the owner's rights.
    grant select, insert, update, delete on rowmill_task to rowmill_worker;
    grant select, insert, update on rowmill_attempt to rowmill_worker;
    grant select, insert, update, delete on rowmill_log to rowmill_worker;
    grant select, insert, update, delete on rowmill_schedule to rowmill_worker;
    grant select, insert, update, delete on rowmill_queue to rowmill_worker;
    grant select, insert, update, delete on rowmill_lane to rowmill_worker;
    grant select, insert, update, delete on rowmill_failure to rowmill_worker;
    grant select, insert, update, delete on rowmill_job to rowmill_worker;
    grant select, insert, delete on rowmill_job_task to rowmill_worker;
    grant select, insert, update, delete on rowmill_operator to rowmill_worker;
    grant select, insert, update, delete on rowmill_series to rowmill_worker;
    grant select, insert, update, delete on rowmill_series_node to rowmill_worker;
    grant select, insert, update, delete on rowmill_view to rowmill_worker;
    grant select, insert, update, delete on rowmill_subscription to rowmill_worker;
    grant select, insert, update, delete on rowmill_flow to rowmill_worker;
    grant select, insert, update, delete on rowmill_part to rowmill_worker;
    grant select, insert, delete on rowmill_part_task to rowmill_worker;
    grant select, insert, update, delete on rowmill_step to rowmill_worker;
    grant select, insert, update, delete on rowmill_signal to rowmill_worker;
    grant select on rowmill_schema_history to rowmill_worker;

    -- "returning id" and "on conflict" on the unique key read these columns.
    grant insert (queue, type, details, priority, run_at, max_attempts, timeout, unique_key, source, tags, context,
                  key, unique_while_queued, unique_for, expires_at),
          select (id, type, status, unique_key)
       on rowmill_task to rowmill_enqueuer;
    -- The function rowmill_publish reads these columns.
    grant select (topic, type, queue, max_attempts) on rowmill_subscription to rowmill_enqueuer;

    grant select (id, queue, type, status, priority, run_at, operator_id, expiry, attempts, max_attempts, crashes,
                  timeout, version, unique_key, created, last_updated, started, finished, source, tags, error,
                  schedule, tick, key, passed, unique_while_queued, unique_for, expires_at, first_claim, flow, watched,
                  awaits, signalled, progress, progress_note)
       on rowmill_task to rowmill_viewer;
    grant select (task, number, operator, started, finished, error, signature)
       on rowmill_attempt to rowmill_viewer;
    grant select on rowmill_queue, rowmill_lane, rowmill_failure, rowmill_operator, rowmill_series, rowmill_subscription, rowmill_flow, rowmill_part, rowmill_part_task to rowmill_viewer;
    -- Results of steps and payloads of signals may be confidential.
    grant select (task, name, kind, turn, flow, until, begun, done) on rowmill_step to rowmill_viewer;
    grant select (id, task, name, sent, marked) on rowmill_signal to rowmill_viewer;
    -- The query and the patch of a job are left out, because they may contain parts of payloads.
    grant select (id, action, queue, asked_by, reason, spread, status, total, done, skipped, reached, created, last_updated,
                  finished, attempts, refused)
       on rowmill_job to rowmill_viewer;
    grant select (name, saved_by, created) on rowmill_view to rowmill_viewer;
    grant select (name, type, queue, priority, max_attempts, cron, every, zone, clock_change, missed, missed_within, overlap,
                  jitter, starts, ends, created, paused, pinned, declared_by, last_tick, next_run, last_task, error, key)
       on rowmill_schedule to rowmill_viewer;
end
$$;
