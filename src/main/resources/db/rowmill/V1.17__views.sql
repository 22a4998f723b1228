-- Those that failed at least once, and have not completed since, with their state: those that wait for another attempt are
-- told apart from the dead without a look at their rows. A plain task is not in it, as before.
drop index rowmill_task_failed;
create index rowmill_task_failed on rowmill_task (id, status) where error is not null;

-- Searches that people gave a name, the same for all who look.
create table rowmill_view (
    name     text         primary key,
    query    text         not null,
    saved_by varchar(200) not null,
    created  timestamptz  not null default now(),
    constraint rowmill_view_texts check (char_length(name) between 1 and 60 and char_length(query) between 1 and 2000)
);

-- Why a job was begun, and over what time its tasks are due again; null: nobody said, and all at once.
alter table rowmill_job
    add column reason varchar(200),
    add column spread interval;
