-- Results of tasks, and callers who wait for the end of a task.

-- Both are null for a plain task. The null bitmap of a row has room for them, so they take no space.
alter table rowmill_task
    add column watched boolean,
    add column result  jsonb;

comment on column rowmill_task.watched is 'True: a caller waits for the end of the task. Null: nobody waits.';
comment on column rowmill_task.result is
    'Value that the handler returned, encrypted if the payload is. Null: none, or the task has not completed.';
