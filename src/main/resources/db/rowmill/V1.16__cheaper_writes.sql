-- What a statement pays for before it writes its first row: PostgreSQL reads each check constraint, and the condition of
-- each trigger that might fire, anew from their text, some 3 µs for each 1,000 characters. Those were a third of a verdict.

-- Three constraints as one that means the same: which states there are, that an ended row and no other has a
-- time of its end, and that a row that executes and no other has a lease. No row breaks it that kept those, so that none
-- need be read.
alter table rowmill_task
    add constraint rowmill_task_state check (
        case
            when finished is not null then
                status in ('completed', 'dead', 'cancelled') and (expiry is null or operator_id is null)
            when expiry is null or operator_id is null then
                status in ('queued', 'waiting')
            else
                status = 'executing'
        end) not valid,
    drop constraint rowmill_task_status,
    drop constraint rowmill_task_end,
    drop constraint rowmill_task_lease,
    drop constraint rowmill_task_counts,
    drop constraint rowmill_task_timeout;

-- As before, with the two others: asked of a new row, and of one where they are changed.
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
    return new;
end $$;

-- As before, but that what writes finished is not asked for that alone, as verdicts and recoveries do: whoever gives an ended
-- task another attempt writes run_at.
create or replace trigger rowmill_task_bounds_of_the_living
before update of queue, type, run_at, created, timeout, max_attempts, tags, source, unique_key on rowmill_task
   for each row when (new.finished is null and not (old.status <> 'executing' and new.status = 'executing'))
   execute function rowmill_task_bounds();

-- As before, but that a verdict is not asked: it starts nothing, and the claim of every node writes when it started.
create or replace trigger rowmill_task_admitted before update of started on rowmill_task
   for each row when (new.status = 'executing' and old.status <> 'executing'
                      and current_setting('rowmill.admission', true) is distinct from 'asked')
    execute function rowmill_task_admitted();
