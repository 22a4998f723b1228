-- What handlers logged, an attempt a row, of types for which it is wanted. There is no foreign key: it would be looked up for
-- each task that is deleted, whether anything of it is kept or not. Nodes delete what has no task any more.
create table rowmill_log (
    task    bigint      not null,
    attempt int         not null,
    written timestamptz not null default clock_timestamp(),
    lines   text        not null,
    primary key (task, attempt),
    constraint rowmill_log_lines check (octet_length(lines) <= 2097152)
);
