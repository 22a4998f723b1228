-- How long a task holds its unique key, and until when it must have started. Columns that are null, as those of all tasks
-- before, mean what was: a key is held while its task is queued or executing, and a task may start at any time.
alter table rowmill_task
    -- The first claim empties unique_key, so that the key is held while the task waits for its first start, and no longer.
    add column unique_while_queued boolean,
    -- An ended task goes on holding its key for so long after its end.
    add column unique_for interval,
    -- One that has not started by then never does.
    add column expires_at timestamptz;

-- One task for each type and key among those that hold it. What was in the index before is in it still, so that
-- "on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing')" means it as ever.
-- An ended task whose time is over stays in it until an enqueue of its key meets it, and empties its unique_key.
drop index rowmill_task_unique;
create unique index rowmill_task_unique on rowmill_task (type, unique_key)
    where unique_key is not null and (status in ('queued', 'waiting', 'executing') or unique_for is not null);

create index rowmill_task_expires on rowmill_task (expires_at)
    where status in ('queued', 'waiting') and started is null and expires_at is not null;

-- As before, but that a claim, which writes unique_key now, is not asked for the bounds, as it never was.
create or replace trigger rowmill_task_bounds_of_the_living
before update of queue, type, run_at, created, timeout, tags, source, unique_key, finished on rowmill_task
   for each row when (new.finished is null and not (old.status <> 'executing' and new.status = 'executing'))
   execute function rowmill_task_bounds();
