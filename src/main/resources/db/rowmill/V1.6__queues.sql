-- Rules of queues. One without a row has none, and is claimed from as if this table were not there. So
--   insert into rowmill_queue (name, concurrency) values ('mail', 5)
-- lets at most five tasks of the queue execute at once in the whole cluster.
create table rowmill_queue (
    name         text        primary key,
    paused       boolean     not null default false,
    concurrency  int,
    last_updated timestamptz not null default clock_timestamp(),
    -- Tasks that were claimed under the limit; null: they are to be counted anew.
    held         bigint[],
    constraint rowmill_queue_name check (char_length(name) between 1 and 200),
    constraint rowmill_queue_concurrency check (concurrency >= 1)
);

-- Whoever changes a rule, by whatever means: tasks that were claimed without it count too.
create or replace function rowmill_queue_changed() returns trigger language plpgsql as $$
begin
    new.last_updated := clock_timestamp();
    new.held := null;
    return new;
end $$;

create trigger rowmill_queue_changed before update on rowmill_queue
   for each row when ((old.name, old.paused, old.concurrency) is distinct from (new.name, new.paused, new.concurrency))
    execute function rowmill_queue_changed();
