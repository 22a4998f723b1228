-- What was done, by minute, ten minutes and hour: each node adds its counts once a minute, and a page sums up. Only the
-- database's clock says which minute it is.
create table rowmill_series (
    span      smallint    not null, -- in minutes
    start     timestamptz not null,
    queue     text        not null,
    type      text        not null,
    enqueued  int         not null,
    completed int         not null,
    failed    int         not null, -- attempts
    dead      int         not null,
    -- How many tasks waited, and how many attempts ran, below 1 ms, 2 ms, 4 ms and so on; cut behind the last that is not 0.
    wait      int[]       not null,
    run       int[]       not null,
    primary key (span, start, queue, type),
    constraint rowmill_series_span check (span in (1, 10, 60))
);

-- The last counts that each node has added, so that none are added twice when the answer to a write is lost.
create table rowmill_series_node (
    name  uuid        primary key, -- made at each start
    batch bigint      not null,
    last  timestamptz not null default now()
);
