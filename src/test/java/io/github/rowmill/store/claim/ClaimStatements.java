package io.github.rowmill.store.claim;

/** The two statements of a claim of one type from one queue's head, as they are sent. */
public final class ClaimStatements {

    /** What JPA makes of the query; parameters: queue, type, milliseconds of silence, limit. */
    public static final String LOCK = """
            select t1_0.id,cast(ctid as varchar) \
            from rowmill_task t1_0 \
            where t1_0.status='queued' and t1_0.crashes<2 and t1_0.queue=? and t1_0.type=? \
            and t1_0.run_at<=current_timestamp \
            and (select set_config('idle_in_transaction_session_timeout',?,true)) is not null \
            order by t1_0.priority,t1_0.run_at,t1_0.id \
            fetch first ? rows only for no key update of t1_0 skip locked""";

    /** The same behind a position; parameters: queue, type, the position, milliseconds of silence, limit. */
    public static final String LOCK_AFTER = LOCK.replace(
            "and (select set_config", "and (t1_0.priority,t1_0.run_at,t1_0.id)>(?,?,?) and (select set_config");

    /** Parameters: operator, lease in seconds, places. */
    public static final String TAKE = Claims.TAKE;

    private ClaimStatements() {}
}
