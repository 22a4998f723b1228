-- What a search of tasks looks in. None of these holds a plain task that succeeds at its first attempt: a task pays for
-- what it has.

-- Those that somebody has to look after, the newest first; type and queue are told without a look at the rows.
create index rowmill_task_ended on rowmill_task (status, id) include (type, queue) where status in ('dead', 'cancelled');
-- Those that failed at least once, and have not completed since.
create index rowmill_task_failed on rowmill_task (id) where error is not null;
-- Those of a key that have ended; rowmill_task_key has the others.
create index rowmill_task_ended_key on rowmill_task (key, id) where key is not null and finished is not null;
-- New entries are put in order by the one whose entry fills the list: a short one keeps it from waiting for long.
create index rowmill_task_tags on rowmill_task using gin (tags) with (gin_pending_list_limit = 256) where tags <> '{}';
