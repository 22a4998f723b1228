-- What handlers logged, an attempt a row, of types for which it is wanted. It goes with its task.
create table rowmill_log (
    task    bigint      not null references rowmill_task (id) on delete cascade,
    attempt int         not null,
    written timestamptz not null default clock_timestamp(),
    lines   text        not null,
    primary key (task, attempt),
    constraint rowmill_log_lines check (octet_length(lines) <= 2097152)
);
