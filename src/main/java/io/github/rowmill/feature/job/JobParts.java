package io.github.rowmill.feature.job;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.feature.job.Part.Left;
import io.github.rowmill.feature.job.Part.Outcome;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs part by part. Each part is a transaction of its own that holds the job's row. If a node dies during a
 * part, the job stays as it was before that part, and any other node goes on with it.
 */
@Singleton
class JobParts {

    /** Largest number of rows in a part. They are locked together, for some ten milliseconds. */
    static final int ROWS = 500;

    /** Largest number of rows in a part of a job with a patch. They are patched one by one. */
    private static final int PATCHED_ROWS = 50;

    private static final String[] KNOWN = BulkAction.words().toArray(String[]::new);

    private final EngineDatabase database;
    private final PatchedTasks patched;

    JobParts(EngineDatabase database, PatchedTasks patched) {
        this.database = database;
        this.patched = patched;
    }

    /**
     * A job that has not ended.
     *
     * @param queue queue of all its tasks; null if they may be of several queues
     * @param patch patch as the database keeps it; null if payloads stay unchanged
     */
    record Running(
            long id,
            BulkAction action,
            @Nullable String queue,
            String askedBy,
            double spread,
            @Nullable Integer attempts,
            @Nullable String patch,
            long reached) {}

    /**
     * A task of a job.
     *
     * @param version version of the task when the job began
     */
    record Locked(long id, String queue, long version) {}

    // The caller whose jobs have waited longest is next, and of his jobs the one that has. A job whose action this
    // node does not know is left to the newer nodes that do.
    // The server ends the transaction of a node that falls silent in the middle of a part. A part that waited for
    // another transaction, which waits for a unique key of the part, would be a deadlock.
    private static final String TAKE = """
            select j.id, j.action, j.queue, j.asked_by, coalesce(extract(epoch from j.spread), 0) as spread,
                   j.attempts, j.patch, j.reached
              from rowmill_job j
              join (select o.asked_by, max(o.last_updated) as served
                      from rowmill_job o
                     where o.finished is null
                     group by o.asked_by) caller
                on caller.asked_by = j.asked_by
             where j.finished is null
               and j.action = any(?)
               and j.id <> all(?)
               and (select set_config('idle_in_transaction_session_timeout', ?, true)) is not null
               and (select set_config('lock_timeout', '10ms', true)) is not null
             order by caller.served, j.last_updated, j.id
             limit 1
               for update of j skip locked
            """;

    private static final String IS_ANY_RUNNING = """
            select exists (select 1 from rowmill_job where finished is null and action = any(?))
            """;

    // Tasks are locked in the order of their ids, as in every statement on many rows. Tasks that another
    // transaction has locked are tried again in the next walk. If payloads are patched, types that this node does
    // not handle are left to a node that does.
    private static final String LOCK = """
            select t.id, t.queue, p.version
              from rowmill_job_task p
              join rowmill_task t
                on t.id = p.task
             where p.job = ?
               and p.task > ?
               and p.refusal is null
               and (cast(? as boolean) or t.type = any(?))
             order by p.task
             limit ?
               for update of t skip locked
            """;

    private static final String DROP = """
            delete from rowmill_job_task where job = ? and task = any(?)
            """;

    private static final String REFUSE = """
            insert into rowmill_job_task (job, task, refusal) values (?, ?, left(?, 1000))
            """;

    private static final String DROP_GONE = """
            delete from rowmill_job_task p
             where p.job = ?
               and p.refusal is null
               and not exists (select 1 from rowmill_task t where t.id = p.task)
            """;

    private static final String IS_LEFT = """
            select exists (select 1 from rowmill_job_task where job = ? and refusal is null)
            """;

    // The counts are limited in case other code has written large values there. A count that overflows would fail
    // the job in each round, and all other jobs would wait behind it.
    private static final String NOTE = """
            update rowmill_job
               set done = least(done, 9000000000000000000) + ?,
                   skipped = least(skipped, 9000000000000000000) + ?,
                   refused = least(refused, 9000000000000000000) + ?,
                   reached = ?,
                   status = case when ? then 'finished' else status end,
                   finished = case when ? then clock_timestamp() end,
                   last_updated = clock_timestamp()
             where id = ?
            returning done, skipped
            """;

    /** Returns whether there is a job for this node. This is one short statement; a part would be a transaction. */
    boolean isAnyRunning() {
        return database.statement(sql -> sql.first(IS_ANY_RUNNING, row -> row.getBoolean(1), (Object) KNOWN))
                .orElseThrow();
    }

    /**
     * Runs a part of the running job whose turn it is, without the jobs in {@code except} and those that another node
     * works on. Callers take turns, and so do the jobs of each caller.
     *
     * @return empty if there is no such job
     */
    Optional<Part> doOne(Collection<Long> except) {
        long[] without = except.stream().mapToLong(id -> id).toArray();
        String silence = Long.toString(database.longestSilence().toMillis());
        return database.transaction(session -> Sql.of(session, sql -> doOne(sql, without, silence)));
    }

    private Optional<Part> doOne(Sql sql, long[] without, String silence) throws SQLException {
        Optional<Running> taken = sql.first(TAKE, JobParts::running, KNOWN, without, silence);
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        Running job = taken.get();
        if (!patched.canRead(job)) {
            return Optional.of(new Part(job.id(), job.action(), List.of(), Left.HELD, 0, 0));
        }
        boolean isOfAll = job.patch() == null;
        List<Locked> rows = sql.all(
                LOCK,
                row -> new Locked(row.getLong("id"), row.getString("queue"), row.getLong("version")),
                job.id(),
                job.reached(),
                isOfAll,
                isOfAll ? new String[0] : patched.types(),
                isOfAll ? ROWS : PATCHED_ROWS);
        return Optional.of(rows.isEmpty() ? endOfWalk(sql, job) : part(sql, job, rows));
    }

    /**
     * Runs a part on these rows. In a job of one queue, tasks that were moved to another queue since are skipped.
     * The user who began the job may have no permission there.
     */
    private Part part(Sql sql, Running job, List<Locked> rows) throws SQLException {
        List<Locked> own = rows.stream()
                .filter(row -> job.queue() == null || job.queue().equals(row.queue()))
                .toList();
        Outcome outcome = job.patch() == null
                ? unpatched(sql, job, own.stream().map(Locked::id).toList())
                : patched.retry(sql, job, own);
        Set<Long> done = rows.stream().map(Locked::id).collect(Collectors.toSet());
        outcome.locked().forEach(done::remove);
        sql.run(DROP, job.id(), done.stream().mapToLong(id -> id).toArray());
        for (Job.Refused refused : outcome.refused()) {
            sql.run(REFUSE, job.id(), refused.task(), refused.reason());
        }
        long reached = rows.get(rows.size() - 1).id();
        return note(sql, job, outcome, done.size() - outcome.changed().size(), reached, Left.SOME);
    }

    private static Outcome unpatched(Sql sql, Running job, List<Long> ids) throws SQLException {
        Outcome outcome = new Outcome();
        if (!ids.isEmpty()) {
            BulkStatements.run(sql, job, ids, outcome);
        }
        return outcome;
    }

    /**
     * Ends a walk over the tasks of a job. Tasks that are left are locked by others, or of types that this node
     * does not handle. The next walk tries them again.
     */
    private static Part endOfWalk(Sql sql, Running job) throws SQLException {
        int gone = sql.run(DROP_GONE, job.id());
        boolean isLeft = sql.first(IS_LEFT, row -> row.getBoolean(1), job.id()).orElseThrow();
        return note(sql, job, new Outcome(), gone, 0, isLeft ? Left.HELD : Left.NOTHING);
    }

    private static Part note(Sql sql, Running job, Outcome outcome, int skipped, long reached, Left left)
            throws SQLException {
        List<ChangedTask> changed = outcome.changed();
        return sql.first(
                        NOTE,
                        row -> new Part(
                                job.id(), job.action(), changed, left, row.getLong("done"), row.getLong("skipped")),
                        changed.size(),
                        skipped,
                        outcome.refused().size(),
                        reached,
                        left == Left.NOTHING,
                        left == Left.NOTHING,
                        job.id())
                .orElseThrow();
    }

    private static Running running(ResultSet row) throws SQLException {
        return new Running(
                row.getLong("id"),
                BulkAction.find(row.getString("action")).orElseThrow(),
                row.getString("queue"),
                row.getString("asked_by"),
                row.getDouble("spread"),
                row.getObject("attempts", Integer.class),
                row.getString("patch"),
                row.getLong("reached"));
    }
}
