create table sample_event (
    id      bigint generated always as identity primary key,
    task_id bigint      not null,
    account text        not null,
    name    text        not null,
    n       int         not null,
    created timestamptz not null default now()
);
create index on sample_event (account, created);

create table sample_report (
    account text   not null,
    day     date   not null,
    events  bigint not null,
    total   bigint not null,
    primary key (account, day)
);
