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

-- Types that are paused are a plain list: others stopped all nodes. Rows of before are mended once no new ones can come.
alter table rowmill_queue add constraint rowmill_queue_paused_types check (
    case
        when cardinality(paused_types) = 0 then true
        when array_ndims(paused_types) > 1 or array_lower(paused_types, 1) <> 1 then false
        else array_position(paused_types, null) is null
    end) not valid;
update rowmill_queue
   set paused_types = array(select distinct t.type from unnest(paused_types) as t (type) where t.type is not null order by t.type)
 where cardinality(paused_types) > 0
   and case
           when array_ndims(paused_types) > 1 or array_lower(paused_types, 1) <> 1 then true
           else array_position(paused_types, null) is not null
       end;
alter table rowmill_queue validate constraint rowmill_queue_paused_types;
