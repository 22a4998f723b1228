-- Room on each page for the versions that a row's claim and verdict write: one page less to look up and to dirty a task.
alter table rowmill_task set (fillfactor = 80);
