package io.github.rowmill.machine;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.TaskStatus;

/**
 * The state of a row, as two transactions find it or leave it.
 *
 * @param version null if the row is gone
 * @param held whether the row has the lease that verbs use
 * @param elsewhere whether another node holds it under that lease's version, as after a failover that lost the claim
 * @param expired whether its lease has expired
 * @param old whether it finished long ago
 * @param suspect whether it has crashed so often that it is claimed alone
 */
record Shape(
        TaskStatus status,
        Integer version,
        boolean held,
        boolean elsewhere,
        boolean expired,
        boolean old,
        boolean suspect) {

    /** The version of a row that was claimed before. The lease that verbs use has this version, or the one before. */
    static final int FIRST = 4;

    private static final String INSERT = """
            insert into rowmill_task (type, queue, key, status, version, attempts, crashes, run_at, operator_id, expiry, started, finished)
            select 'noop', case when s = 'waiting' then 'turns' else 'default' end, case when s = 'waiting' then 'k' end, s, %d, 1, %d, now() - interval '1 h',
                   case when s = 'executing' then '%s' end,
                   case when s = 'executing' then now() + interval '%s' end,
                   now(),
                   case when s in ('completed', 'dead', 'cancelled') then now() - interval '1 h' end
              from cast('%s' as text) as s
            returning id
            """;

    static Shape queued() {
        return new Shape(TaskStatus.QUEUED, FIRST, false, false, false, false, false);
    }

    /** Returns a row as it was inserted. */
    static Shape inserted() {
        return new Shape(TaskStatus.QUEUED, 0, false, false, false, false, false);
    }

    /** Returns a row that waits in a queue whose keys take turns. */
    static Shape waiting() {
        return new Shape(TaskStatus.WAITING, FIRST, false, false, false, false, false);
    }

    static Shape quarantined() {
        return new Shape(TaskStatus.QUEUED, FIRST, false, false, false, false, true);
    }

    static Shape executing(boolean expired) {
        return new Shape(TaskStatus.EXECUTING, FIRST, true, false, expired, false, false);
    }

    static Shape executingElsewhere(boolean expired) {
        return new Shape(TaskStatus.EXECUTING, FIRST, false, true, expired, false, false);
    }

    static Shape finished(TaskStatus status) {
        return new Shape(status, FIRST, false, false, false, true, false);
    }

    boolean isLive() {
        return status == TaskStatus.QUEUED || isWaiting() || status == TaskStatus.EXECUTING;
    }

    /** Returns whether a claim may take the row: a claim in quarantine, or another claim. */
    boolean isClaimable(boolean inQuarantine) {
        return status == TaskStatus.QUEUED && suspect == inQuarantine;
    }

    boolean isNew() {
        return status == TaskStatus.QUEUED && version == 0;
    }

    boolean isWaiting() {
        return status == TaskStatus.WAITING;
    }

    boolean isRetriable() {
        return status == TaskStatus.DEAD || status == TaskStatus.CANCELLED;
    }

    /** Returns the row after a transition, which ends every earlier lease. */
    Shape become(TaskStatus next) {
        return new Shape(next, version + 1, false, false, false, false, suspect);
    }

    Shape renewed() {
        return new Shape(status, version, held, elsewhere, false, old, suspect);
    }

    Shape gone() {
        return new Shape(null, null, false, false, false, false, false);
    }

    /** Inserts the row. If it executes and no other node holds it, {@code node} does. */
    long insert(Rows rows, String node) {
        return rows.number(INSERT.formatted(
                version,
                suspect ? Claimed.QUARANTINE_CRASHES : 0,
                elsewhere ? "another" : node,
                expired ? "-1 h" : "1 h",
                status.column()));
    }

    /** Returns a short form of the row, as {@link #read} finds it. */
    String summary() {
        return version == null ? null : status.column() + " " + version + (expired ? " expired" : "");
    }

    static String read(Rows rows, long id) {
        return rows.of(id, "concat(status, ' ', version, case when expiry <= clock_timestamp() then ' expired' end)");
    }
}
