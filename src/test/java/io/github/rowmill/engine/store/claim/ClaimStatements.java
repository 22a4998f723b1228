package io.github.rowmill.engine.store.claim;

/** The statements of claims, as they are sent. */
public final class ClaimStatements {

    /**
     * Locks the first tasks of a group. JPA generates the text. Parameters: queue, milliseconds of silence, queue,
     * type, priority, crashes, limit.
     */
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

    /**
     * Locks tasks of a group behind a position. Parameters: queue, milliseconds of silence, queue, type, priority,
     * crashes, due time, id, limit.
     */
    public static final String LOCK_AFTER = LOCK.replace("order by", "and (t1_0.run_at,t1_0.id)>(?,?) order by");

    /** Looks at one queue. Parameters: queue twice, types twice. */
    public static final String LOOK = Groups.DUE;

    /**
     * Looks at all queues. Parameters: queue, type, priority and crashes of the last group; types; whether all groups
     * of these types are returned; number of groups.
     */
    public static final String LOOK_AT_ALL = Groups.WALK;

    /** Takes locked tasks. Parameters: node, lease in seconds, places. */
    public static final String TAKE = Claims.TAKE_LOCKED;

    private ClaimStatements() {}
}
