create table sample_event (
    id      bigint generated always as identity primary key,
    task_id bigint      not null,
    account text        not null,
    name    text        not null,
    n       int         not null,
    created timestamptz not null default now()
);
create index on sample_event (account, created);

-- A report is late if it was made after it was due: by 8 AM where the account is.
create table sample_report (
    account text        not null,
    day     date        not null,
    events  bigint      not null,
    total   bigint      not null,
    due     timestamptz,
    made    timestamptz,
    primary key (account, day)
);
