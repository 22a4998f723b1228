package io.github.rowmill.engine.read;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.task.Attempt;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.query.QueryProducer;

/**
 * Reads failed attempts in pages, with a limit of rows and of bytes. A task may have thousands of long stack
 * traces.
 */
@Singleton
public class AttemptReader {

    /** Bytes of texts after which a page ends; its last attempt may exceed them. */
    private static final int MAX_BYTES = 1_048_576;

    private final ReadDatabase database;
    private final Session session;

    AttemptReader(ReadDatabase database, Session session) {
        this.database = database;
        this.session = session;
    }

    // Rows that were inserted by SQL may have longer texts than a node writes.
    private static final String PAGE = """
            with newest as (
                   select a.task, a.number, a.started, a.finished,
                          left(a.operator, 1000) as operator,
                          left(a.signature, 100) as signature,
                          left(a.error, 16384) as error,
                          case when :traced then left(a.stack_trace, 32768) end as stack_trace
                     from rowmill_attempt a
                    where a.task = :task
                      and a.number < :below
                    order by a.number desc
                    limit :limit),
            sized as (
                   select n.task, n.number, n.started, n.finished, n.operator, n.signature, n.error, n.stack_trace,
                          sum(octet_length(n.error) + coalesce(octet_length(n.stack_trace), 0)) over newer as bytes
                     from newest n
                   window newer as (order by n.number desc rows between unbounded preceding and 1 preceding))
            select s.task, s.number, s.started, s.finished, s.operator, s.signature, s.error, s.stack_trace
              from sized s
             where coalesce(s.bytes, 0) < :bytes
             order by s.number desc
            """;

    private static final String HAS_OLDER = """
            select count(*) > 0
              from (select 1 from rowmill_attempt a where a.task = :task and a.number < :below limit 1) older
            """;

    /**
     * Returns a page of the failed attempts of a task below a number, without stack traces unless {@code traced}.
     */
    public AttemptPage page(long task, int below, int limit, boolean traced) {
        return database.session(reading -> page(reading, task, below, limit, traced));
    }

    /** Returns the first page of the failed attempts of a task, read in the caller's transaction. */
    public AttemptPage newest(long task, boolean traced) {
        AttemptPage page = page(session, task, AttemptPage.FIRST, AttemptPage.SIZE, traced);
        page.attempts().forEach(session::detach);
        return page;
    }

    private static AttemptPage page(QueryProducer session, long task, int below, int limit, boolean traced) {
        List<Attempt> attempts = session.createNativeQuery(PAGE, Attempt.class)
                .setParameter("task", task)
                .setParameter("below", below)
                .setParameter("limit", limit)
                .setParameter("traced", traced)
                .setParameter("bytes", MAX_BYTES)
                .setReadOnly(true)
                .getResultList();
        int last = attempts.isEmpty() ? 0 : attempts.get(attempts.size() - 1).getNumber();
        return new AttemptPage(attempts, last > 1 && hasOlder(session, task, last) ? last : null);
    }

    private static boolean hasOlder(QueryProducer session, long task, int number) {
        return session.createNativeQuery(HAS_OLDER, Boolean.class)
                .setParameter("task", task)
                .setParameter("below", number)
                .getSingleResult();
    }

    private static final String ALIKE = """
            select a.task, a.number, a.started, a.finished,
                   left(a.operator, 1000) as operator,
                   left(a.signature, 100) as signature,
                   left(a.error, 16384) as error,
                   left(a.stack_trace, 32768) as stack_trace
              from rowmill_attempt a
             where a.task = :task
               and a.signature = :signature
               and a.stack_trace is not null
             order by a.number desc
             limit 1
            """;

    /** Returns the last attempt of a task with this signature and a stack trace, or empty if there is none. */
    public Optional<Attempt> last(long task, String signature) {
        return database.session(reading -> reading.createNativeQuery(ALIKE, Attempt.class)
                .setParameter("task", task)
                .setParameter("signature", signature)
                .setReadOnly(true)
                .uniqueResultOptional());
    }
}
