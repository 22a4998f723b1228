-- Bounds of what a row may hold, so that none can be inserted that a node could not claim, run and show. A row that has
-- ended is let be: to set one aside is to end it. "not valid": the rows that are there already are not looked at, and the
-- table is locked for a moment only.
alter table rowmill_task
    -- Dates that PostgreSQL, Java and JSON all know, and that can be subtracted from each other.
    add constraint rowmill_task_moments check (finished is not null or (
            run_at >= timestamptz '0001-01-01 00:00:00+00' and run_at < timestamptz '10000-01-01 00:00:00+00'
        and created >= timestamptz '0001-01-01 00:00:00+00' and created < timestamptz '10000-01-01 00:00:00+00'
        and last_updated >= timestamptz '0001-01-01 00:00:00+00' and last_updated < timestamptz '10000-01-01 00:00:00+00'
        and started >= timestamptz '0001-01-01 00:00:00+00' and started < timestamptz '10000-01-01 00:00:00+00'
        and expiry >= timestamptz '0001-01-01 00:00:00+00' and expiry < timestamptz '10000-01-01 00:00:00+00'))
        not valid,
    add constraint rowmill_task_finished check (
            finished >= timestamptz '0001-01-01 00:00:00+00' and finished < timestamptz '10000-01-01 00:00:00+00')
        not valid,
    add constraint rowmill_task_longest_timeout check (finished is not null or timeout <= interval '876000 hours')
        not valid,
    -- Each is raised by one now and then.
    add constraint rowmill_task_room_to_count check (finished is not null or (
            attempts <= 2000000000 and crashes <= 2000000000 and version between 0 and 9000000000000000000))
        not valid,
    add constraint rowmill_task_names check (finished is not null or (
            char_length(type) between 1 and 200 and char_length(queue) between 1 and 200))
        not valid,
    add constraint rowmill_task_texts check (finished is not null or (
            char_length(source) between 1 and 200
        and char_length(unique_key) between 1 and 500
        and char_length(operator_id) <= 1000
        and char_length(error) <= 16384))
        not valid,
    add constraint rowmill_task_tags check (finished is not null or cardinality(tags) = 0 or (
            array_ndims(tags) = 1
        and array_lower(tags, 1) = 1
        and cardinality(tags) <= 20
        and array_position(tags, null) is null
        and char_length(array_to_string(tags, '')) <= 2000))
        not valid,
    -- As text: a number such as 1e100000 takes a few bytes in the table, and a hundred thousand when it is read. Looked
    -- at when the row is made, as payloads do not change; of small ones the claim counts the text. 96 MB are the 64 of
    -- rowmill.payload.max-size and jsonb's spaces.
    add constraint rowmill_task_details check (finished is not null or version > 0 or pg_column_size(details) <= 2000
            or octet_length(cast(details as text)) <= least(100663296, 4096 + 256 * cast(pg_column_size(details) as bigint)))
        not valid,
    add constraint rowmill_task_context check (finished is not null or version > 0 or context is null
            or octet_length(cast(context as text)) <= 65536)
        not valid;
