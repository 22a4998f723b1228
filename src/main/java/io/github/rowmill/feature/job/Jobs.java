package io.github.rowmill.feature.job;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.SearchTimeoutException;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.payload.PayloadPatch;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/** Begins, reads and stops jobs for users, in the caller's transaction. */
@Singleton
@Transactional
public class Jobs {

    /** Largest number of tasks in a job. Further tasks need another job. */
    public static final int MAX_TASKS = 1_000_000;

    private static final Duration MAX_SEARCH = Duration.ofSeconds(30);

    private final JoinedDatabase joined;
    private final PayloadPatch patches;

    Jobs(JoinedDatabase joined, PayloadPatch patches) {
        this.joined = joined;
        this.patches = patches;
    }

    private static final String RUNNING = """
            select count(*) from rowmill_job where finished is null and asked_by = left(?, 200)
            """;

    /** Returns how many jobs of this caller have not ended. */
    public int running(String askedBy) {
        return joined.statement(sql -> sql.first(RUNNING, row -> row.getInt(1), askedBy))
                .orElseThrow();
    }

    private static final String FORGET = """
            delete from rowmill_job where finished < clock_timestamp() - interval '30 days'
            """;

    private static final String LIMIT = """
            select set_config('statement_timeout', ?, true)
            """;

    private static final String BEGIN = """
            insert into rowmill_job (action, query, queue, asked_by, reason, spread, attempts, patch, status)
            values (?, ?, ?, left(?, 200), ?, make_interval(secs => cast(? as float8)), cast(? as int), ?, ?)
            returning id
            """;

    private static final String COLLECT = """
            insert into rowmill_job_task (job, task, version)
            select ?, t.id, t.version
              from rowmill_task t
             where true
            """;

    private static final String UP_TO = """
             order by t.id
             limit ?
            """;

    private static final String TOTAL = """
            update rowmill_job
               set total = ?,
                   status = case when ? = 0 then 'finished' else status end,
                   finished = case when ? = 0 then clock_timestamp() end
             where id = ?
            """;

    /**
     * Begins a job on the tasks that the filter finds now. Later changes of tasks do not change the set. Jobs that
     * ended more than 30 days ago are deleted.
     *
     * @throws SearchTimeoutException the tasks could not be found in time
     * @throws io.github.rowmill.api.InvalidPatchException the patch is not valid
     */
    public long begin(NewJob asked, String askedBy) {
        TaskFilter filter = asked.filter();
        String patch = asked.options().patch() == null
                ? null
                : patches.kept(asked.options().patch());
        try {
            return joined.statement(sql -> {
                String before = sql.first("show statement_timeout", row -> row.getString(1))
                        .orElseThrow();
                sql.run(FORGET);
                sql.first(LIMIT, row -> true, String.valueOf(MAX_SEARCH.toMillis()));
                long job = insert(sql, asked, askedBy, patch);
                String found = COLLECT + "   and " + asked.action().condition() + "\n" + filter.conditions() + UP_TO;
                long total = sql.run(found, filter.parametersAfter(List.of(job), MAX_TASKS));
                sql.run(TOTAL, total, total, total, job);
                sql.first(LIMIT, row -> true, before);
                return job;
            });
        } catch (JDBCException e) {
            throw Refusal.isOfTheTime(e) ? new SearchTimeoutException(MAX_SEARCH, e) : e;
        }
    }

    private static long insert(Sql sql, NewJob asked, String askedBy, @Nullable String patch) throws SQLException {
        return sql.first(
                        BEGIN,
                        row -> row.getLong(1),
                        asked.action().word(),
                        asked.query(),
                        asked.filter().queue().orElse(null),
                        askedBy,
                        asked.reason(),
                        asked.spread() == null ? null : Seconds.of(asked.spread()),
                        asked.options().attempts(),
                        patch,
                        asked.options().isEmpty() ? "running" : "mending")
                .orElseThrow();
    }

    private static final String COLUMNS = """
            select j.id, j.action, j.query, j.queue, j.asked_by, j.reason,
                   extract(epoch from j.spread) as spread, j.attempts, j.patch,
                   case j.status when 'mending' then 'running' else j.status end as status,
                   j.total, j.done, j.skipped, j.refused, j.created, j.finished
              from rowmill_job j
            """;

    private static final String ONE = COLUMNS + """
             where j.id = ?
            """;

    private static final String PAGE = COLUMNS + """
             where j.id < ?
               and (cast(? as text[]) is null or j.queue = any(?))
             order by j.id desc
             limit ?
            """;

    public Optional<Job> find(long id) {
        return joined.statement(sql -> sql.first(ONE, Jobs::read, id));
    }

    /**
     * Returns jobs with ids below {@code below}, the newest first.
     *
     * @param queues the queues of the jobs; null for all jobs, also those on tasks of several queues
     */
    public List<Job> page(long below, @Nullable Set<String> queues, int limit) {
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        return joined.statement(sql -> sql.all(PAGE, Jobs::read, below, only, only, limit));
    }

    private static final String STOP = """
            update rowmill_job
               set status = 'stopped',
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp()
             where id = ?
               and finished is null
            """;

    private static final String DROP = """
            delete from rowmill_job_task where job = ? and refusal is null
            """;

    /**
     * Stops a job before its end, and keeps what it has done. Waits for the part that a node is running. Does
     * nothing if the job has ended.
     */
    public void stop(long id) {
        joined.statement(sql -> sql.run(STOP, id) == 1 ? sql.run(DROP, id) : 0);
    }

    private static final String REFUSED = """
            select p.task, p.refusal
              from rowmill_job_task p
             where p.job = ?
               and p.task > ?
               and p.refusal is not null
             order by p.task
             limit ?
            """;

    /**
     * Returns tasks of a job that were refused with its patch. Their ids are above {@code above}, the lowest
     * first.
     */
    public List<Job.Refused> refused(long id, long above, int limit) {
        return joined.statement(sql -> sql.all(
                REFUSED, row -> new Job.Refused(row.getLong("task"), row.getString("refusal")), id, above, limit));
    }

    private static @Nullable Duration spread(ResultSet row) throws SQLException {
        BigDecimal seconds = row.getBigDecimal("spread");
        return seconds == null
                ? null
                : Duration.ofMillis(seconds.movePointRight(3).longValue());
    }

    private static Job read(ResultSet row) throws SQLException {
        return new Job(
                row.getLong("id"),
                row.getString("action"),
                row.getString("query"),
                row.getString("queue"),
                row.getString("asked_by"),
                row.getString("reason"),
                spread(row),
                row.getObject("attempts", Integer.class),
                row.getString("patch"),
                row.getString("status"),
                row.getLong("total"),
                row.getLong("done"),
                row.getLong("skipped"),
                row.getLong("refused"),
                Instants.read(row, "created"),
                Instants.readOrNull(row, "finished"));
    }
}
