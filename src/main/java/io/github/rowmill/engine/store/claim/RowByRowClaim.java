package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.Bisection;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.end.UnrunnableRow;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.JDBCException;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Takes locked rows one by one after some were refused. Refused rows are set aside or skipped. */
final class RowByRowClaim {

    private final StatelessSession session;
    private final Function<List<DueTasks.Locked>, Collection<Claimed>> take;
    private final List<UnrunnableRow> aside;
    private @Nullable JDBCException refusal;

    /**
     * Creates an instance for one transaction.
     *
     * @param aside receives the rows that are set aside
     */
    RowByRowClaim(
            StatelessSession session,
            Function<List<DueTasks.Locked>, Collection<Claimed>> take,
            List<UnrunnableRow> aside) {
        this.session = session;
        this.take = take;
        this.aside = aside;
    }

    /**
     * The result of a step.
     *
     * @param last the position of the last row that was tried; null if there was none
     * @param refusal the reason why a row was skipped; null if none was
     */
    record Step(
            List<Claimed> tasks,
            @Nullable Position last,
            @Nullable Throwable refusal) {

        /** Returns whether nothing was taken, and more rows may follow. */
        boolean isInVain() {
            return tasks.isEmpty() && last != null;
        }
    }

    /** Returns the reason why a row was skipped, or null if none was. */
    @Nullable
    Throwable refusal() {
        return refusal;
    }

    /**
     * Takes the rows one by one, and at most {@code most} of them. To find out that a row cannot be read may take
     * long.
     */
    Step take(List<DueTasks.Locked> locked, int most) {
        List<Claimed> tasks = new ArrayList<>();
        @Nullable Position last = null;
        for (int i = 0; i < locked.size() && tasks.size() < most; i++) {
            DueTasks.Locked row = locked.get(i);
            tasks.addAll(Bisection.of(List.of(row), one -> orUndone(() -> take.apply(one)), this::refused));
            last = row.position();
        }
        return new Step(tasks, last, refusal);
    }

    /**
     * Sets a refused row aside if its values are the cause. Otherwise, or if the database refuses that too, the
     * row is left unchanged.
     */
    private Collection<Claimed> refused(DueTasks.Locked row, JDBCException why) {
        if (!Refusal.isOfTheValues(why)) {
            refusal = why;
            return List.of();
        }
        aside.addAll(Bisection.of(
                List.of(row),
                one -> orUndone(() ->
                        Sql.of(session, sql -> UnrunnableRow.set(sql, row.id(), Refusal.reason(why))).stream()
                                .toList()),
                (one, again) -> {
                    refusal = again;
                    return List.of();
                }));
        return List.of();
    }

    private <T> Collection<T> orUndone(Supplier<Collection<T>> work) {
        run("savepoint rowmill_claim");
        try {
            Collection<T> done = work.get();
            run("release savepoint rowmill_claim");
            return done;
        } catch (JDBCException e) {
            run("rollback to savepoint rowmill_claim");
            throw e;
        }
    }

    private void run(String statement) {
        Sql.of(session, sql -> sql.run(statement));
    }
}
