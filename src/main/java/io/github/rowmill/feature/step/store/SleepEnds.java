package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

/** Ends sleeps early, in the caller's transaction. */
@ApplicationScoped
@Transactional(TxType.MANDATORY)
public class SleepEnds {

    private final JoinedDatabase joined;

    SleepEnds(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String END = """
            update rowmill_step s
               set until = least(s.until, clock_timestamp())
             where s.task = ?
               and s.kind = 'sleep'
               and s.done is null
            """;

    /**
     * Ends the sleeps of a task. The next attempt finds that they are over. The caller must have locked the task,
     * so that no attempt sleeps at the same time.
     *
     * @return false if the task does not sleep
     */
    public boolean end(long task) {
        return joined.statement(sql -> sql.run(END, task)) > 0;
    }
}
