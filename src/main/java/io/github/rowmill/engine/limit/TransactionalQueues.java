package io.github.rowmill.engine.limit;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.engine.store.sql.JoinedDatabase;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules as applications see them. What is refused does not mark the caller's transaction for rollback, as nothing was written. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalQueues implements Queues {

    private static final int MAX_NAME = 200;

    private final JoinedDatabase joined;
    private final AfterCommit afterCommit;

    TransactionalQueues(JoinedDatabase joined, AfterCommit afterCommit) {
        this.joined = joined;
        this.afterCommit = afterCommit;
    }

    private static final String PAUSE = """
            insert into rowmill_queue (name, paused)
            values (?, ?)
                on conflict (name) do update
               set paused = excluded.paused
            """;

    @Override
    public void pause(String queue) {
        change(PAUSE, queue, true);
    }

    @Override
    public void resume(String queue) {
        change(PAUSE, queue, false);
    }

    private static final String LIMIT = """
            insert into rowmill_queue (name, concurrency)
            values (?, cast(? as int))
                on conflict (name) do update
               set concurrency = excluded.concurrency
            """;

    @Override
    public void limit(String queue, int concurrency) {
        if (concurrency < 1) {
            throw refusal("concurrency", "must be at least 1, was " + concurrency);
        }
        change(LIMIT, queue, concurrency);
    }

    @Override
    public void unlimit(String queue) {
        change(LIMIT, queue, null);
    }

    private static final String FORGET = """
            delete from rowmill_queue
             where name = ?
               and not paused
               and concurrency is null
            """;

    /** A queue that has no rules any more costs its claims nothing. */
    private void change(String statement, String queue, @Nullable Object rule) {
        String refusal = Storable.refusal(queue, MAX_NAME);
        if (refusal != null) {
            throw refusal("queue", refusal);
        }
        joined.statement(sql -> sql.run(statement, queue, rule) + sql.run(FORGET, queue));
        afterCommit.fire(List.of(new TaskEvent.RulesChanged(queue)));
    }

    private static InvalidRuleException refusal(String field, String why) {
        return new InvalidRuleException(List.of(new Violation(field, why)));
    }

    private static final String READ = """
            select q.name, q.paused, q.concurrency
              from rowmill_queue q
             where q.name = ?
            """;

    @Override
    public Optional<Rules> rules(String queue) {
        return Storable.isUnstorable(queue)
                ? Optional.empty()
                : joined.statement(sql -> sql.first(READ, TransactionalQueues::rules, queue));
    }

    private static Rules rules(ResultSet row) throws SQLException {
        int concurrency = row.getInt("concurrency");
        return new Rules(row.getString("name"), row.getBoolean("paused"), concurrency == 0 ? null : concurrency);
    }
}
