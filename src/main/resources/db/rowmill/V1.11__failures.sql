-- What failures have in common, and how often there were such.

-- Of an attempt, by which the tasks that failed so are found. A failure of before has none.
alter table rowmill_attempt add column signature text;

create index rowmill_attempt_signature on rowmill_attempt (signature, task) where signature is not null;

-- Counted by the nodes and added every few seconds, so that a storm of failures is a few writes.
create table rowmill_failure (
    signature text        not null,
    queue     text        not null,
    type      text        not null,
    exception text        not null,
    frame     text        not null,
    message   text        not null,
    count     bigint      not null,
    first     timestamptz not null default clock_timestamp(),
    last      timestamptz not null default clock_timestamp(),
    sample    bigint      not null,
    primary key (signature, queue, type)
);

create index rowmill_failure_last on rowmill_failure (last);
