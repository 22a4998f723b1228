-- The claim: walks what is due of one type and priority of a queue. Types that a node does not handle and tasks that are
-- due later stand apart, a probe each, however many rows they have.
drop index rowmill_task_due;
create index rowmill_task_due on rowmill_task (queue, type, priority, run_at, id)
    where status = 'queued' and crashes < 2;
