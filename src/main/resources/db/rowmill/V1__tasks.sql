-- The queue. Every column but type has a default, so that
--   insert into rowmill_task (type, details) values ('daily-report', '{"account": 7}')
-- enqueues a task.
create table rowmill_task (
    id           bigint generated always as identity primary key,
    queue        text        not null default 'default',
    type         text        not null,
    details      jsonb       not null default '{}',
    status       text        not null default 'queued',
    priority     smallint    not null default 0,
    run_at       timestamptz not null default now(),
    operator_id  text,
    expiry       timestamptz,
    attempts     int         not null default 0,
    max_attempts int         not null default 10,
    crashes      int         not null default 0,
    timeout      interval,
    version      bigint      not null default 0,
    unique_key   text,
    created      timestamptz not null default now(),
    last_updated timestamptz not null default now(),
    started      timestamptz,
    finished     timestamptz,
    source       text,
    tags         text[]      not null default '{}',
    context      jsonb,
    error        text,
    constraint rowmill_task_status check (status in ('queued', 'executing', 'completed', 'dead', 'cancelled')),
    constraint rowmill_task_lease check ((status = 'executing') = (expiry is not null and operator_id is not null)),
    constraint rowmill_task_end check ((status in ('completed', 'dead', 'cancelled')) = (finished is not null)),
    constraint rowmill_task_counts check (attempts >= 0 and max_attempts >= 1 and crashes >= 0),
    constraint rowmill_task_timeout check (timeout > interval '0')
) with (
    -- A row is written three times in its short life, and dead versions slow the claim: vacuum early and unthrottled,
    -- by a share of the table that stays small when finished rows make it large.
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_cost_delay = 0
);

-- The claim: walks one queue in the order of claiming. Tasks in quarantine are claimed apart.
create index rowmill_task_due on rowmill_task (queue, priority, run_at, id)
    where status = 'queued' and crashes < 2;
create index rowmill_task_quarantined on rowmill_task (queue, priority, run_at, id)
    where status = 'queued' and crashes >= 2;
-- Recovery.
create index rowmill_task_expiry on rowmill_task (expiry) where status = 'executing';
-- One live task for each type and key.
create unique index rowmill_task_unique on rowmill_task (type, unique_key)
    where unique_key is not null and status in ('queued', 'executing');
-- Retention.
create index rowmill_task_finished on rowmill_task (status, finished) where finished is not null;

-- One row for each failed attempt; a successful one leaves none.
create table rowmill_attempt (
    task        bigint      not null references rowmill_task (id) on delete cascade,
    number      int         not null,
    operator    text        not null,
    started     timestamptz,
    finished    timestamptz not null,
    error       text        not null,
    stack_trace text,
    primary key (task, number)
);
