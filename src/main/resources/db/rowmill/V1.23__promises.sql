-- What rules, keys, schedules and failures promise, where SQL, another feature or a failover got around it.

-- A rule holds from its commit on, whatever claims were open then: which of those a claim has to wait for before it knows what
-- executes under a limit, by their virtual transactions. Null: nobody has looked; empty: all have ended, and "held" has the rest.
alter table rowmill_queue add column open_claims text[];

create or replace function rowmill_queue_changed() returns trigger language plpgsql as $$
begin
    new.last_updated := clock_timestamp();
    new.held := null;
    new.open_claims := null;
    return new;
end $$;
