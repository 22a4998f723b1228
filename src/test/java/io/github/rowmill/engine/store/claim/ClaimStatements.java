package io.github.rowmill.engine.store.claim;

/** The two statements of a claim of one type from one queue's head, as they are sent. */
public final class ClaimStatements {

    /** What JPA makes of the query; parameters: queue, milliseconds of silence, queue, type, priority, crashes, limit. */
    public static final String LOCK = """
            select t1_0.id,t1_0.priority,t1_0.run_at,cast(ctid as varchar),\
            cast(case when pg_column_compression(details) is null and pg_column_size(details) > 2000 then pg_column_size(details) \
            else octet_length(cast(details as text)) end as bigint),\
            t1_0.key,cast(exists (select 1 from rowmill_queue where name = ?) as boolean) \
            from rowmill_task t1_0 \
            where t1_0.status='queued' and t1_0.run_at<=current_timestamp \
            and (t1_0.expires_at is null or t1_0.started is not null or t1_0.expires_at>current_timestamp) \
            and (select (set_config('idle_in_transaction_session_timeout',?,true)||set_config('rowmill.admission','asked',true)||set_config('plan_cache_mode','force_generic_plan',true)||\
            set_config('enable_seqscan','off',true))) is not null \
            and t1_0.crashes<2 and t1_0.queue=? and t1_0.type=? and t1_0.priority=? and t1_0.crashes=? \
            order by t1_0.priority,t1_0.run_at,t1_0.id \
            fetch first ? rows only for no key update of t1_0 skip locked""";

    /** The same behind a position; parameters: queue, milliseconds of silence, queue, type, priority, crashes, due time and id, limit. */
    public static final String LOCK_AFTER = LOCK.replace("order by", "and (t1_0.run_at,t1_0.id)>(?,?) order by");

    /** The look at one queue; parameters: queue twice, types twice. */
    public static final String LOOK = Groups.DUE;

    /** The look at all queues; parameters: queue, type, priority and crashes to go on behind, types, whether all groups of these are told, groups. */
    public static final String LOOK_AT_ALL = Groups.WALK;

    /** Parameters: operator, lease in seconds, places. */
    public static final String TAKE = Claims.TAKE_LOCKED;

    /** Parameters: ids, queue, operator, lease in seconds. */
    public static final String TAKE_NEW = Claims.TAKE_NEW;

    private ClaimStatements() {}
}
