package io.github.rowmill.feature.rule;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.settle.AttemptEndListener;
import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.feature.rule.turn.KeyTurns;
import io.github.rowmill.feature.rule.turn.Lanes;
import io.github.rowmill.feature.rule.turn.LockedRules;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Admits tasks as the rules of their queue allow. Executing tasks are counted from their rows. There is no counter
 * that other code would have to decrement. So verdicts, recoveries and cancels need no extra work, and a crash
 * leaves no wrong count.
 *
 * <p>Claims from a queue with rules run one after the other in the whole cluster, by the lock of the queue's row.
 * Values read under this lock stay true until the commit, because only claims make more tasks execute.
 */
@Singleton
class RulesAdmission implements Admission, AttemptEndListener {

    private final Lanes lanes;
    private final Duration lease;
    private final Duration silence;

    RulesAdmission(Lanes lanes, EngineDatabase database, RowmillConfig config) {
        this.lanes = lanes;
        this.lease = config.lease();
        this.silence = database.longestSilence();
    }

    @Override
    public Collection<String> ready() {
        return lanes.ready(lease);
    }

    @Override
    public boolean mayHaveWaiting(String queue) {
        return lanes.mayHaveWaiting(queue);
    }

    @Override
    public void over(Claimed task) {
        lanes.freed(task);
    }

    @Override
    public Decision decide(Sql sql, Request request) throws SQLException {
        Optional<LockedRules> locked = LockedRules.lock(sql, request.queue(), silence);
        if (locked.isEmpty()) {
            return nobody(sql, request.queue());
        }
        LockedRules rules = locked.get();
        if (rules.paused()) {
            lanes.leave(sql, request.queue());
            return new Nobody();
        }
        if (!rules.areByKey()) {
            lanes.forget(request.queue());
        }
        StartBudget starts = StartBudget.read(sql, request.queue(), rules, request.room());
        Request rest = running(sql, request, rules);
        int room = Math.min(request.room(), starts.allowed());
        if (!rules.areByKey() || room == 0) {
            List<Long> ids =
                    rest.candidates().stream().limit(room).map(Candidate::id).toList();
            boolean heldBack = room == 0 || ids.size() < request.candidates().size();
            return new InOrder(ids, heldBack, starts);
        }
        Set<String> running = new TreeSet<>(request.types());
        running.removeAll(rules.pausedTypes());
        Request fitting = request.of(rest.candidates(), room);
        return new ByKey(KeyTurns.of(sql, lanes, rules, fitting, running, lease), starts);
    }

    /** Returns the decision if the rules were deleted, or another claim has locked them. */
    private Decision nobody(Sql sql, String queue) throws SQLException {
        if (!LockedRules.exist(sql, queue)) {
            lanes.forget(queue);
        }
        return new Nobody();
    }

    private static final String OF_OTHER_TYPES = """
            select t.id
              from rowmill_task t
             where t.id = any(?)
               and t.type <> all(?)
            """;

    /** Returns the claim without the candidates whose type is paused. */
    private static Request running(Sql sql, Request request, LockedRules rules) throws SQLException {
        if (rules.pausedTypes().isEmpty()) {
            return request;
        }
        long[] ids = request.candidates().stream().mapToLong(Candidate::id).toArray();
        String[] paused = rules.pausedTypes().toArray(String[]::new);
        Set<Long> rest = new HashSet<>(sql.all(OF_OTHER_TYPES, row -> row.getLong(1), ids, paused));
        List<Candidate> candidates = request.candidates().stream()
                .filter(one -> rest.contains(one.id()))
                .toList();
        return request.of(candidates, request.room());
    }

    private record Nobody() implements Decision {

        @Override
        public List<Long> ids() {
            return List.of();
        }

        @Override
        public Next took(Sql sql, Collection<Claimed> tasks) {
            return Next.HELD_BACK;
        }
    }

    private record InOrder(List<Long> ids, boolean heldBack, StartBudget starts) implements Decision {

        @Override
        public Next took(Sql sql, Collection<Claimed> tasks) throws SQLException {
            starts.took(sql, tasks);
            return new Next(false, heldBack, false, heldBack ? starts.later() : Optional.empty());
        }
    }

    private record ByKey(KeyTurns turns, StartBudget starts) implements Decision {

        @Override
        public List<Long> ids() {
            return turns.ids();
        }

        @Override
        public Next took(Sql sql, Collection<Claimed> tasks) throws SQLException {
            starts.took(sql, tasks);
            Next next = turns.took(sql, tasks);
            return next.heldBack() && starts.later().isPresent()
                    ? new Next(next.atOnce() && starts.allowed() > 0, true, true, starts.later())
                    : next;
        }
    }
}
