-- What a node claims in the transaction that enqueues it, by id: nobody else sees these rows yet, so that there is nothing to
-- pass over and nobody to wait for. Of a queue without rules only, and not by a snapshot, which need not show those of today.
--
-- A function, as its settings end with it: the rows are found by their ids even if that was planned while the table was all but
-- empty, and whatever else the application's transaction does is planned as ever.
create or replace function rowmill_claim_new(ids bigint[], of_queue text, by_operator text, lease float8)
returns setof rowmill_task language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
    taken bigint[];
begin
    if current_setting('transaction_isolation') <> 'read committed'
       or exists (select 1 from rowmill_queue q where q.name = of_queue) then
        return;
    end if;
    begin
        with done as (
            update rowmill_task t
               set status = 'executing',
                   operator_id = by_operator,
                   expiry = clock_timestamp() + make_interval(secs => lease),
                   started = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   attempts = t.attempts + 1,
                   version = t.version + 1,
                   unique_key = case when t.unique_while_queued then null else t.unique_key end
             where t.id = any(ids)
               and t.version = 0
               and t.status = 'queued'
               and t.queue = of_queue
               and t.run_at <= clock_timestamp()
               and (t.expires_at is null or t.expires_at > clock_timestamp())
            returning t.id)
        select array_agg(id) into taken from done;
    exception
        -- One that the database refuses is for a claim that passes over it, and its enqueue is none the worse. What was read
        -- of the others by then would be told all the same if it were told above.
        when others then
            return;
    end;
    return query select t.* from rowmill_task t where t.id = any(taken);
end $$;

-- Whoever enqueues calls it, also where functions are nobody's by default.
grant execute on function rowmill_claim_new(bigint[], text, text, float8) to public;
