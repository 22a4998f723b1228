-- How many tasks each queue has in each state, for estimates of what is too many to count: the planner else takes the two
-- for independent.
create statistics rowmill_task_counts (mcv) on queue, status from rowmill_task;
