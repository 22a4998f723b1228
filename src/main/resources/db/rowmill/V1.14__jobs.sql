-- What people do to many tasks at once. A job's row is locked while a node does a part of it, and that is all it takes
-- to have it done by one node at a time and gone on with by another.
create table rowmill_job (
    id           bigint       generated always as identity primary key,
    action       text         not null,
    query        text         not null,
    queue        text,        -- the one that all its tasks are of
    asked_by     varchar(200) not null,
    status       text         not null default 'running',
    total        bigint       not null default 0,
    done         bigint       not null default 0,
    skipped      bigint       not null default 0,
    reached      bigint       not null default 0, -- the last task of this walk over them
    created      timestamptz  not null default clock_timestamp(),
    last_updated timestamptz  not null default clock_timestamp(),
    finished     timestamptz,
    constraint rowmill_job_action check (action in ('cancel', 'retry', 'delete')),
    constraint rowmill_job_status check (status in ('running', 'stopped', 'finished')),
    constraint rowmill_job_end check ((status = 'running') = (finished is null))
);

create index rowmill_job_running on rowmill_job (id) where status = 'running';

-- The tasks of a job that it has still to do.
create table rowmill_job_task (
    job  bigint not null references rowmill_job (id) on delete cascade,
    task bigint not null,
    primary key (job, task)
);
