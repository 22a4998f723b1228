-- What a statement pays for before it writes its first row, once more (V1.16): PostgreSQL reads the text of a check
-- constraint, and of the condition of a trigger that might fire, anew in each statement, and copies the texts of all
-- conditions even for those that cannot. A function it reads once in a session; to call one costs a quarter of a microsecond a
-- row. Operators are named with their schema: what a constraint means is no matter of a session's search_path.

-- The same states as before. No row breaks it that kept those, so that none need be read.
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

alter table rowmill_task
    drop constraint rowmill_task_state,
    add constraint rowmill_task_state check (rowmill_task_state(status, finished, expiry, operator_id)) not valid;

-- The same conditions as before: of a claim by a node that does not say that it knows the rules of queues.
create or replace function rowmill_task_claimed_unasked(before text, after text)
returns boolean language plpgsql stable parallel safe as $$
begin
    return after operator(pg_catalog.=) 'executing' and before operator(pg_catalog.<>) 'executing'
       and pg_catalog.current_setting('rowmill.admission', true) is distinct from 'asked';
end $$;

-- And of a row that lives, and is not just claimed.
create or replace function rowmill_task_lives(before text, after text, finished timestamptz)
returns boolean language plpgsql immutable parallel safe as $$
begin
    return finished is null
       and not (before operator(pg_catalog.<>) 'executing' and after operator(pg_catalog.=) 'executing');
end $$;

create or replace trigger rowmill_task_admitted before update of started on rowmill_task
   for each row when (rowmill_task_claimed_unasked(old.status, new.status)) execute function rowmill_task_admitted();

create or replace trigger rowmill_task_bounds_of_the_living
before update of queue, type, run_at, created, timeout, max_attempts, tags, source, unique_key on rowmill_task
   for each row when (rowmill_task_lives(old.status, new.status, new.finished)) execute function rowmill_task_bounds();

-- Who writes a row calls them, also where functions are nobody's by default.
grant execute on function
    rowmill_task_state(text, timestamptz, timestamptz, text),
    rowmill_task_claimed_unasked(text, text),
    rowmill_task_lives(text, text, timestamptz)
to public;

-- The same bounds as before.
create or replace function rowmill_task_bounds() returns trigger language plpgsql as $$
begin
    -- What most new rows are, of which nothing below needs to be asked: one expression, as each is paid for by each row.
    if new.version = 0
       and num_nonnulls(new.finished, new.started, new.expiry, new.operator_id, new.error,
                        new.timeout, new.source, new.unique_key, new.context) = 0
       and least(new.run_at, new.created, new.last_updated) >= timestamptz '0001-01-01 00:00:00+00'
       and greatest(new.run_at, new.created, new.last_updated) < timestamptz '10000-01-01 00:00:00+00'
       and new.attempts = 0 and new.crashes = 0 and new.max_attempts >= 1
       and octet_length(new.type) between 1 and 200 and octet_length(new.queue) between 1 and 200
       and cardinality(new.tags) = 0
       and pg_column_size(new.details) <= 2000 then
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
            when new.timeout <= interval '0'
                then 'rowmill_task_timeout'
            when new.timeout > interval '876000 hours'
                then 'rowmill_task_longest_timeout'
            -- Each is raised by one now and then.
            when greatest(new.attempts, new.crashes) > 2000000000 or new.version not between 0 and 9000000000000000000
                then 'rowmill_task_room_to_count'
            when char_length(new.type) not between 1 and 200 or char_length(new.queue) not between 1 and 200
                then 'rowmill_task_names'
            when char_length(new.source) not between 1 and 200
              or char_length(new.unique_key) not between 1 and 500
              or char_length(new.operator_id) > 1000
              or char_length(new.error) > 16384
                then 'rowmill_task_texts'
            when cardinality(new.tags) > 0
             and (array_ndims(new.tags) > 1
               or array_lower(new.tags, 1) <> 1
               or cardinality(new.tags) > 20
               or array_position(new.tags, null) is not null
               or char_length(array_to_string(new.tags, '')) > 2000)
                then 'rowmill_task_tags'
            -- As text: a number such as 1e100000 takes a few bytes in the table, and a hundred thousand when it is read.
            -- Looked at when the row is made, as payloads do not change; of small ones the claim counts the text. 96 MB are
            -- the 64 of rowmill.payload.max-size and jsonb's spaces.
            when new.version = 0
             and pg_column_size(new.details) > 2000
             and octet_length(cast(new.details as text)) > least(100663296, 4096 + 256 * cast(pg_column_size(new.details) as bigint))
                then 'rowmill_task_details'
            when new.version = 0
             and octet_length(cast(new.context as text)) > 65536
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
