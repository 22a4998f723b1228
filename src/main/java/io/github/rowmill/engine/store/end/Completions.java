package io.github.rowmill.engine.store.end;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.engine.store.Claimant;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.hibernate.JDBCException;

/**
 * Writes the verdict of an attempt that succeeded: completes the task, or deletes it if completed tasks are not
 * kept. A task whose handler returned a result is kept for a while in any case.
 */
@ApplicationScoped
public class Completions {

    private final JoinedDatabase joined;
    private final EngineDatabase database;
    private final boolean kept;

    Completions(JoinedDatabase joined, EngineDatabase database, RowmillConfig config) {
        this.joined = joined;
        this.database = database;
        this.kept = !config.retention().completed().isZero();
    }

    // The last write before the commit: if this node is cut off before it, the server ends the transaction. Otherwise
    // the row would stay locked until the dead connection is detected.
    private static final String BRIEFLY = """
            returning watched, set_config('idle_in_transaction_session_timeout', '30s', true)
            """;

    private static final String NOT_HELD = "rowmill: the lease is not held any more";

    // If no row was written, the first statement fails, and the server skips the commit.
    private static final String AND_COMMIT = """
            returning id, watched)
            select bool_or(watched), cast(case count(*) when 1 then '1' else '""" + NOT_HELD + """
            ' end as int)
              from done;
            commit
            """;

    /**
     * Completes one task in the caller's transaction, or in its own without one. Waits if another transaction
     * holds the row.
     *
     * @param commits called when the transaction has its connection; returns whether the server shall commit the
     *     transaction in the same round trip
     */
    public FencedWrite completeIfHeld(Claimant holder, Verdict.Completed verdict, BooleanSupplier commits) {
        CompletionText text = CompletionText.of(verdict, kept);
        try {
            return joined.statement(sql -> {
                String statement =
                        commits.getAsBoolean() ? "with done as (" + text.one() + AND_COMMIT : text.one() + BRIEFLY;
                return sql.first(statement, row -> row.getBoolean(1), text.parameters(holder, verdict))
                        .map(FencedWrite::written)
                        .orElse(FencedWrite.REFUSED);
            });
        } catch (JDBCException e) {
            if (!Refusal.reason(e).contains(NOT_HELD)) {
                throw e;
            }
            return FencedWrite.REFUSED;
        }
    }

    private static final String AND_BRIEFLY = """
            , set_config('idle_in_transaction_session_timeout', '30s', true)
            """;

    /**
     * Completes many tasks in one statement, and skips rows that another transaction holds. Tasks with a result and
     * tasks without one need a statement each.
     *
     * @param verdicts successes of one kind, at least one; see {@link Verdict.Completed#kind}
     * @return the completed tasks; the caller must read the state of the others
     */
    public Written completeAll(Claimant holder, List<Verdict.Completed> verdicts) {
        CompletionText text = CompletionText.of(verdicts.get(0), kept);
        return Written.of(database.statement(
                sql -> sql.byIndex().all(text.all(), Written.Row::read, text.parameters(holder, verdicts))));
    }

    /**
     * Completes many tasks in the caller's transaction, and skips rows that another transaction holds. The server
     * ends the transaction if its commit does not follow within 30 s.
     *
     * @param verdicts successes of one kind, at least one; see {@link Verdict.Completed#kind}
     * @return the completed tasks; the caller must read the state of the others
     */
    public Written completeAllIfHeld(Claimant holder, List<Verdict.Completed> verdicts) {
        CompletionText text = CompletionText.of(verdicts.get(0), kept);
        return Written.of(joined.statement(sql ->
                sql.byIndex().all(text.all() + AND_BRIEFLY, Written.Row::read, text.parameters(holder, verdicts))));
    }
}
