-- Bounds of what a row may hold, so that none can be inserted that a node could not claim, run and show. A row that has
-- ended is let be: to set one aside is to end it. A trigger rather than constraints: PostgreSQL reads those anew for each
-- statement that writes, some 60 µs for these, and that is a fifth of a small transaction. This is asked when a row is
-- inserted, and when what it bounds is changed or the row lives again; not when a node claims, renews or completes.
create or replace function rowmill_task_bounds() returns trigger language plpgsql as $$
declare
    bound text := case
        when new.finished is not null then
            case when new.finished < timestamptz '0001-01-01 00:00:00+00' or new.finished >= timestamptz '10000-01-01 00:00:00+00'
                then 'rowmill_task_finished' end
        -- Dates that PostgreSQL, Java and JSON all know, and that can be subtracted from each other.
        when least(new.run_at, new.created, new.last_updated, new.started, new.expiry) < timestamptz '0001-01-01 00:00:00+00'
          or greatest(new.run_at, new.created, new.last_updated, new.started, new.expiry) >= timestamptz '10000-01-01 00:00:00+00'
            then 'rowmill_task_moments'
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
    return new;
end $$;

create trigger rowmill_task_bounds before insert on rowmill_task
   for each row execute function rowmill_task_bounds();

create trigger rowmill_task_bounds_of_the_living
before update of queue, type, run_at, created, timeout, tags, source, unique_key, finished on rowmill_task
   for each row when (new.finished is null) execute function rowmill_task_bounds();
