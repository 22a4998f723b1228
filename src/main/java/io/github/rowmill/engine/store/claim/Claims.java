package io.github.rowmill.engine.store.claim;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.end.UnrunnableRow;
import io.github.rowmill.task.Claimed;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Claims tasks. Locks due rows, skips rows that another node is about to take, and takes the locked rows by one
 * versioned update.
 */
@ApplicationScoped
public class Claims {

    /** Largest number of rows that are tried one by one in one transaction, after a row was refused. */
    private static final int MAX_CLOSELY = 100;

    /** Largest number of steps past refused rows that cannot be set aside, to reach the rows behind them. */
    private static final int MAX_STEPS = 20;

    private final EngineDatabase database;
    private final JoinedDatabase joined;
    private final QuarantinedTasks suspects;
    private final Admission admission;
    private final PayloadRoom payloads;

    Claims(
            EngineDatabase database,
            JoinedDatabase joined,
            QuarantinedTasks suspects,
            Admission admission,
            RowmillConfig config) {
        this.database = database;
        this.joined = joined;
        this.suspects = suspects;
        this.admission = admission;
        this.payloads = new PayloadRoom(
                Runtime.getRuntime().maxMemory(), config.payload().maxSize().asLongValue());
    }

    // first_claim is set by the first claim alone. It keeps the unique key that this claim takes from the task, or is
    // empty. Verdict.Unbegun gives the key back.
    static final String TAKE_LOCKED = """
            update rowmill_task t
               set status = 'executing',
                   operator_id = ?,
                   expiry = clock_timestamp() + make_interval(secs => ?),
                   started = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   attempts = attempts + 1,
                   version = version + 1,
                   first_claim = case when started is null and num_nonnulls(expires_at, unique_key) > 0 then coalesce(case when unique_while_queued then unique_key end, '') end,
                   unique_key = case when unique_while_queued then null else unique_key end
             where ctid = any(cast(? as tid[]))
               and (expires_at is null or started is not null or expires_at > clock_timestamp())
            returning""" + " " + ClaimedRow.COLUMNS;

    static final String TAKE_NEW = "select " + ClaimedRow.COLUMNS + "from rowmill_claim_new(?, ?, ?, ?)";

    // A volatile function sees the rows that its calling statement has inserted.
    private static final String INSERT_AND_TAKE = Inserts.ONE_MADE
            + "select made.id as made, taken.* from made left join lateral ("
            + TAKE_NEW.replace("(?,", "(array[made.id],") + ") taken on true";

    /**
     * The result of a claim.
     *
     * @param tasks the claimed tasks, in the order of claiming
     * @param full whether the queue may hold more tasks of the request
     * @param passedOver whether tasks of scarce types may have been left behind
     * @param next the expectation for the next claim by the rules of the queue
     * @param aside rows that cannot be run, and are dead
     * @param refusal the reason why a row was skipped that the database refuses to claim; null if there is none
     */
    public record Taken(
            List<Claimed> tasks,
            boolean full,
            boolean passedOver,
            Admission.Next next,
            List<UnrunnableRow> aside,
            @Nullable Throwable refusal) {

        /** The result if there was nothing to claim. */
        public static final Taken NOTHING = new Taken(List.of(), false, false, Admission.Next.OPEN, List.of(), null);

        /** Returns this result, marked if tasks of scarce types were left out before the claim. */
        public Taken passingOver(boolean some) {
            return some ? new Taken(tasks, full, true, next, aside, refusal) : this;
        }
    }

    /**
     * Claims due tasks of one queue, in order of priority, {@code run_at} and id, within the limits {@code most}.
     * A row that cannot be claimed is set aside if its values are the cause, and is skipped otherwise. Its
     * neighbours are claimed.
     */
    public Taken claim(Claimant claimant, Plan plan, ClaimLimits most) {
        try {
            return database.transaction(session -> claim(due(session, claimant, true), plan, most));
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            return closely(claimant, plan, most);
        }
    }

    /**
     * Claims the given tasks of one queue that the current transaction has inserted, if they are unchanged and
     * due. Returns them in order of priority, {@code run_at} and id. Claims none if the queue has rules, if the
     * database refuses one, or if the transaction is not {@code read committed}. A later call of {@link #claim}
     * takes these tasks.
     */
    public List<Claimed> claimNew(Claimant claimant, String queue, List<Long> ids) {
        long[] all = ids.stream().mapToLong(Long::longValue).toArray();
        return joined
                .statement(sql ->
                        sql.all(TAKE_NEW, ClaimedRow::read, all, queue, claimant.name(), Seconds.of(claimant.lease())))
                .stream()
                .sorted(Comparator.comparing(Claimed::position))
                .toList();
    }

    /**
     * Inserts a row without a unique key and claims it like {@link #claimNew}, in one statement. Outside a
     * transaction, the statement is a transaction of its own.
     */
    public Inserts.Made insertNew(Claimant claimant, NewRow row) {
        Object[] parameters = Inserts.parameters(row, row.queue(), claimant.name(), Seconds.of(claimant.lease()));
        return joined.statement(sql -> sql.first(INSERT_AND_TAKE, ClaimedRow::readMade, parameters))
                .orElseThrow(Inserts::passedOver);
    }

    private Taken closely(Claimant claimant, Plan plan, ClaimLimits most) {
        List<UnrunnableRow> aside = new ArrayList<>();
        Plan rest = plan.oldestFirst();
        RowByRowClaim.Step step = step(claimant, rest, most, aside);
        for (int steps = 1; step.isInVain() && steps < MAX_STEPS; steps++) {
            rest = new Plan(plan.queue(), plan.groups(), step.last());
            step = step(claimant, rest, most, aside);
        }
        boolean full = !step.tasks().isEmpty();
        return new Taken(step.tasks(), full, false, Admission.Next.OPEN, aside, step.refusal());
    }

    /**
     * Runs a step of {@code closely}. It locks more rows than are wanted, because the refused ones may come before
     * the others.
     */
    private RowByRowClaim.Step step(Claimant claimant, Plan plan, ClaimLimits most, List<UnrunnableRow> aside) {
        ClaimLimits some = most.of(MAX_CLOSELY);
        return database.transaction(session -> {
            DueTasks due = due(session, claimant, false);
            return closely(due, aside).take(new PlanLocks(due, new Shares(session), plan, some).lock(), most.tasks());
        });
    }

    private RowByRowClaim closely(DueTasks due, List<UnrunnableRow> aside) {
        return new RowByRowClaim(due.session(), some -> takeOneOf(due, some), aside);
    }

    /** Claims one due task in quarantine, from any of these queues and of these types. */
    public Taken claimQuarantined(Claimant claimant, Set<String> queues, Set<String> types) {
        List<Groups.Seen> found = suspects.due(queues, types);
        try {
            List<Claimed> task = database.transaction(session -> {
                DueTasks due = due(session, claimant, true);
                return QuarantinedTasks.firstOf(found, due, some -> takeOneOf(due, some));
            });
            return new Taken(task, false, false, Admission.Next.OPEN, List.of(), null);
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            List<UnrunnableRow> aside = new ArrayList<>();
            return database.transaction(session -> {
                DueTasks due = due(session, claimant, false);
                RowByRowClaim closely = closely(due, aside);
                List<Claimed> task = QuarantinedTasks.firstOf(
                        found, due, some -> closely.take(some, 1).tasks());
                return new Taken(task, false, false, Admission.Next.OPEN, aside, closely.refusal());
            });
        }
    }

    private DueTasks due(StatelessSession session, Claimant claimant, boolean measures) {
        return new DueTasks(session, claimant, database.longestSilence(), measures);
    }

    private Taken claim(DueTasks due, Plan plan, ClaimLimits most) {
        PlanLocks locking = new PlanLocks(due, new Shares(due.session()), plan, most);
        List<DueTasks.Locked> found = locking.lock();
        boolean more = locking.mayHaveMore();
        RuledClaim admitted = RuledClaim.of(admission, due, plan.queue(), found, more, most);
        List<DueTasks.Locked> all = admitted.tasks();
        List<UnrunnableRow> aside = payloads.setLargeAside(due.session(), all);
        List<DueTasks.Locked> fitting = payloads.fitting(all, most.bytes());
        List<Claimed> tasks = take(due, fitting);
        boolean full = more || fitting.size() < all.size();
        return new Taken(tasks, full, locking.hasPassedOver(), admitted.took(tasks), aside, null);
    }

    private List<Claimed> takeOneOf(DueTasks due, List<DueTasks.Locked> found) {
        RuledClaim admitted = RuledClaim.oneOf(admission, due, found);
        List<Claimed> tasks = take(due, admitted.tasks());
        admitted.took(tasks);
        return tasks;
    }

    /**
     * Takes the rows at the positions where they were locked, because a locked row keeps its position. The
     * statement returns them in no order.
     */
    private static List<Claimed> take(DueTasks due, List<DueTasks.Locked> locked) {
        if (locked.isEmpty()) {
            return List.of();
        }
        String[] places = locked.stream().map(DueTasks.Locked::place).toArray(String[]::new);
        Claimant claimant = due.claimant();
        double lease = Seconds.of(claimant.lease());
        Map<Long, Claimed> taken = Sql.of(
                        due.session(), sql -> sql.all(TAKE_LOCKED, ClaimedRow::read, claimant.name(), lease, places))
                .stream()
                .collect(Collectors.toMap(Claimed::id, task -> task));
        return locked.stream()
                .flatMap(row -> Stream.ofNullable(taken.get(row.id())))
                .toList();
    }
}
