-- A row for each node that works, which it writes every ten seconds, and for those that have stopped or fallen silent since
-- a week. Only the database's clock is asked.
create table rowmill_operator (
    name        varchar(200) primary key,
    host        varchar(255) not null,
    application varchar(200) not null,
    version     varchar(50)  not null,
    started     timestamptz  not null default now(),
    beat        timestamptz  not null default now(),
    -- When it said that it ends, and when another one found that it is silent; null: neither.
    stopped     timestamptz,
    lost        timestamptz,
    draining    boolean      not null,
    workers     int          not null,
    in_hand     int          not null,
    running     int          not null,
    -- What it works on; null: all queues.
    queues      text[],
    types       text[]       not null
);

-- Attempts that were cut off, by who had them: how many tasks were recovered from a node. A name of a node has at most 200
-- characters, a row written by SQL may have more than an index takes.
create index rowmill_attempt_cut_off on rowmill_attempt (left(operator, 200), finished) where error like 'the lease of %';
