-- The claim: walks what is due of one type and priority of a queue; what was recovered stands apart, as less of it is
-- taken at once. Types that a node does not handle and tasks that are due later are never met, however many they are.
drop index rowmill_task_due;
create index rowmill_task_due on rowmill_task (queue, type, priority, crashes, run_at, id)
    where status = 'queued' and crashes < 2;
drop index rowmill_task_quarantined;
create index rowmill_task_quarantined on rowmill_task (queue, type, priority, run_at, id)
    where status = 'queued' and crashes >= 2;
