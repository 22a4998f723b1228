-- An interval of months and days is compared as if a month had 30 days, and added to a moment by the calendar: one of mixed
-- signs is "8 days" to the one and "-429 days" to the other. So moments are compared, and seconds.

-- A week of the audit is kept, whatever is asked for. As text, and with pg_temp last (V1.22).
do $$
begin
    perform set_config('search_path',
                       concat_ws(', ', variadic array(select quote_ident(s) from unnest(current_schemas(false)) s) || text 'pg_temp'),
                       true);
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

-- The same bounds as before, but for the timeout in seconds, as nodes read it. Functions are named with their schema: a user may
-- have one of the same name that fits better.
create or replace function rowmill_task_bounds() returns trigger language plpgsql as $$
begin
    -- What most new rows are, of which nothing below needs to be asked: one expression, as each is paid for by each row.
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
            -- Dates that PostgreSQL, Java and JSON all know, and that can be subtracted from each other.
            when least(new.run_at, new.created, new.last_updated, new.started, new.expiry) < timestamptz '0001-01-01 00:00:00+00'
              or greatest(new.run_at, new.created, new.last_updated, new.started, new.expiry) >= timestamptz '10000-01-01 00:00:00+00'
                then 'rowmill_task_moments'
            when new.attempts < 0 or new.max_attempts < 1 or new.crashes < 0
                then 'rowmill_task_counts'
            when extract(epoch from new.timeout) <= numeric '0'
                then 'rowmill_task_timeout'
            when extract(epoch from new.timeout) > numeric '3153600000'
                then 'rowmill_task_longest_timeout'
            -- Each is raised by one now and then.
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
            -- As text: a number such as 1e100000 takes a few bytes in the table, and a hundred thousand when it is read.
            -- Looked at when the row is made, as payloads do not change; of small ones the claim counts the text. 96 MB are
            -- the 64 of rowmill.payload.max-size and jsonb's spaces.
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
