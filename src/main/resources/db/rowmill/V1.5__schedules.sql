-- Recurring tasks. Every column but name, type and the rule has a default, so that
--   insert into rowmill_schedule (name, type, cron) values ('nightly', 'daily-report', '1 0 * * *')
-- makes a schedule.
create table rowmill_schedule (
    name          text        primary key,
    type          text        not null,
    details       jsonb       not null default '{}',
    queue         text        not null default 'default',
    priority      smallint    not null default 0,
    max_attempts  int         not null default 10,
    cron          text,
    every         interval,
    zone          text        not null default 'UTC',
    clock_change  text        not null default 'once',
    missed        text        not null default 'one',
    missed_within interval    not null default '1 day',
    overlap       text        not null default 'allow',
    jitter        interval    not null default '0',
    starts        timestamptz,
    ends          timestamptz,
    created       timestamptz not null default now(),
    paused        boolean     not null default false,
    pinned        boolean     not null default false,
    declared_by   text,
    -- All ticks up to here are dealt with.
    last_tick     timestamptz not null default now(),
    -- When a node is to look at it: at the next tick or, as of a new row, now. Null: no tick is left.
    next_run      timestamptz default now(),
    last_task     bigint,
    error         text,
    constraint rowmill_schedule_names check (
        char_length(name) between 1 and 200 and char_length(type) between 1 and 200
        and char_length(queue) between 1 and 200 and char_length(declared_by) <= 200),
    constraint rowmill_schedule_rule check (
        num_nonnulls(cron, every) = 1 and char_length(cron) <= 200 and char_length(zone) between 1 and 100),
    constraint rowmill_schedule_words check (
        clock_change in ('once', 'literal') and missed in ('skip', 'one', 'all') and overlap in ('allow', 'skip', 'wait')),
    constraint rowmill_schedule_times check (
        every between interval '1 s' and interval '876000 hours'
        and missed_within between interval '0' and interval '876000 hours'
        and jitter between interval '0' and interval '876000 hours'),
    constraint rowmill_schedule_moments check (
        least(starts, ends, created, last_tick, next_run) >= timestamptz '0001-01-01 00:00:00+00'
        and greatest(starts, ends, created, last_tick, next_run) < timestamptz '10000-01-01 00:00:00+00'),
    constraint rowmill_schedule_attempts check (max_attempts >= 1),
    constraint rowmill_schedule_texts check (
        octet_length(cast(details as text)) <= 1048576 and char_length(error) <= 16384)
);

create index rowmill_schedule_due on rowmill_schedule (next_run) where not paused;

-- Whoever changes the rule, by whatever means: ticks of the old one are not made up for, those of the new one begin now, and
-- none comes a second time.
create or replace function rowmill_schedule_rule() returns trigger language plpgsql as $$
begin
    new.last_tick := greatest(old.last_tick, now());
    new.next_run := now();
    return new;
end $$;

create trigger rowmill_schedule_rule before update on rowmill_schedule
   for each row when ((old.cron, old.every, old.zone, old.clock_change, old.starts, old.ends)
    is distinct from (new.cron, new.every, new.zone, new.clock_change, new.starts, new.ends))
    execute function rowmill_schedule_rule();

-- Which tick of which schedule a task was made for: one task for each, whatever dies, and whoever moves rows by hand. The
-- length is in the type, as that costs tasks without a schedule nothing.
alter table rowmill_task
    add column schedule varchar(200),
    add column tick timestamptz;
create unique index rowmill_task_tick on rowmill_task (schedule, tick) where schedule is not null;
