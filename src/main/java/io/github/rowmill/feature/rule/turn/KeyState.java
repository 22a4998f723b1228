package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.task.Position;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The view that one claim has of a key: its executing tasks, its next tasks, and how many of them may start. */
final class KeyState {

    private final @Nullable String key;
    private final LockedRules rules;
    private final Set<String> types;
    private final int weight;
    private final Map<Position, FirstTaskOfKey> next = new TreeMap<>();
    private final Set<Long> candidates = new HashSet<>();
    private final Set<Long> chosen = new HashSet<>();
    private @Nullable Iterator<FirstTaskOfKey> rest;
    private @Nullable LaneRow row;
    private @Nullable FirstTaskOfKey begun;
    private boolean isKnocking; // queued tasks must be looked for in addition to those that the claim has found
    private boolean isBlocked;
    private Instant servedAt = Instant.MIN; // start of the turn that this node remembers for the key
    private int before;
    private int executing; // 0 if there are none, or if the number cannot matter
    private int took; // number of the chosen tasks that have started

    /** Creates the lane of a key; null for tasks without a key, which have no limits of their own. */
    KeyState(@Nullable String key, LockedRules rules, Set<String> types) {
        this.key = key;
        this.rules = rules;
        this.types = types;
        this.weight = rules.keyWeights().of(key);
    }

    int weight() {
        return weight;
    }

    String key() {
        return ServedKeys.name(key);
    }

    /** Adds a task that the claim has locked. If order is strict, a task that was not found may precede it. */
    void found(Admission.Candidate candidate) {
        candidates.add(candidate.id());
        next.put(candidate.position(), FirstTaskOfKey.of(candidate));
    }

    /** Returns the first task that the claim has found, before others are added; 0 if it has found none. */
    long firstFound() {
        return next.values().stream().findFirst().map(FirstTaskOfKey::id).orElse(0L);
    }

    void kept(LaneRow kept) {
        row = kept;
    }

    boolean isKept() {
        return row != null;
    }

    /** Returns whether tasks of the key may be parked. A claim that parks one keeps a row for the key. */
    boolean mayHaveWaiting() {
        return row != null || (isKnocking && rules.mayHaveWaiting());
    }

    boolean isKnocking() {
        return isKnocking;
    }

    void knocks() {
        isKnocking = true;
    }

    void executes(int tasks) {
        executing = tasks;
    }

    void show(FirstTaskOfKey head) {
        switch (head.kind()) {
            case EXECUTING, DEAD -> isBlocked = true;
            case BEGUN -> begun = head.orEarlier(begun);
            case WAITING, QUEUED -> next.putIfAbsent(head.position(), head);
        }
    }

    void served(ServedKeys.Turn turn) {
        servedAt = turn.since();
        before = turn.taken();
    }

    /** Returns the time since which it is this key's turn. */
    Instant since() {
        LaneRow kept = row;
        if (kept != null) {
            return kept.lookAt().isBefore(rules.now()) ? kept.lookAt() : rules.now();
        }
        Instant due = next.keySet().stream().findFirst().map(Position::runAt).orElse(rules.now());
        return due.isAfter(servedAt) ? due : servedAt;
    }

    /** Adds to {@code ids} the next tasks that may start in this turn. Returns whether it added any. */
    boolean takeTurn(List<Long> ids, int room) {
        int most = Math.min(weight - (before + chosen.size()) % weight, room - ids.size());
        int size = ids.size();
        for (int i = 0; i < most; i++) {
            choose().ifPresent(ids::add);
        }
        return ids.size() > size;
    }

    /** Returns the turn to store for the next claim; empty if no task of this key started. */
    Optional<ServedKeys.Turn> turn() {
        int taken = (before + took) % weight;
        return took == 0
                ? Optional.empty()
                : Optional.of(new ServedKeys.Turn(taken == 0 ? rules.now() : since(), taken));
    }

    private Optional<Long> choose() {
        if (left() <= chosen.size()) {
            return Optional.empty();
        }
        Optional<FirstTaskOfKey> head = isOrdered() ? first() : following();
        head.ifPresent(one -> chosen.add(one.id()));
        return head.map(FirstTaskOfKey::id);
    }

    /** Returns the next task that may start. A skipped task may not start in a later turn of this claim either. */
    private Optional<FirstTaskOfKey> following() {
        Iterator<FirstTaskOfKey> left = rest == null ? next.values().iterator() : rest;
        rest = left;
        while (left.hasNext()) {
            FirstTaskOfKey head = left.next();
            if (mayGo(head)) {
                return Optional.of(head);
            }
        }
        return Optional.empty();
    }

    /** Returns the first task, which no other may overtake. If this node cannot run it, no task of the key starts. */
    private Optional<FirstTaskOfKey> first() {
        FirstTaskOfKey head = begun == null ? next.values().stream().findFirst().orElse(null) : begun;
        return Optional.ofNullable(head).filter(this::mayGo);
    }

    private boolean mayGo(FirstTaskOfKey head) {
        boolean fits = candidates.contains(head.id()) || (types.contains(head.type()) && !head.isQuarantined());
        return fits && head.isDue() && !chosen.contains(head.id());
    }

    private boolean isOrdered() {
        return key != null && rules.ordered();
    }

    /** Returns how many tasks may start, including the chosen ones. */
    private int left() {
        if (key == null) {
            return Integer.MAX_VALUE;
        }
        int places = isBlocked ? 0 : rules.mostOfKey() - executing;
        return rules.keyRate()
                .map(rate -> Math.min(places, rate.allowed(rules.now(), paidUntil())))
                .orElse(places);
    }

    private @Nullable Instant paidUntil() {
        return row == null ? null : row.debt(rules);
    }

    void took(Collection<Long> ids) {
        took = ids.size();
        next.values().removeIf(head -> ids.contains(head.id()));
        candidates.removeAll(ids);
    }

    /** Returns whether the key's turn has come and goes on: it could start tasks, and used less than its weight. */
    boolean isStillFirst() {
        LaneRow kept = row;
        boolean goesOn = took == 0 || (before + took) % weight != 0;
        return kept != null && !kept.lookAt().isAfter(rules.now()) && goesOn && !isFull();
    }

    /** Returns whether no task of this key may start until another ends or time passes. */
    boolean isFull() {
        return left() <= took || (isOrdered() && begun != null);
    }

    /** Returns the candidates to park. */
    List<Long> inVain() {
        FirstTaskOfKey again = begun;
        return candidates.stream()
                .filter(id -> again == null || again.id() != id)
                .toList();
    }

    boolean hasWaiting() {
        return next.values().stream().anyMatch(head -> head.kind() == FirstTaskOfKey.Kind.WAITING);
    }

    /** Returns whether a task is left that might have started if there had been room. */
    boolean hasLeft() {
        return next.values().stream().anyMatch(head -> head.isDue() && !head.isQuarantined());
    }

    /** Returns the time up to which the starts of this key are paid for now; null if nothing is owed. */
    @Nullable
    Instant owes() {
        CellRate rate = rules.keyRate().orElse(null);
        if (rate == null) {
            return null;
        }
        Instant paid = key != null && took > 0 ? rate.paidUntil(rules.now(), paidUntil(), took) : paidUntil();
        return paid != null && paid.isAfter(rules.now()) ? paid : null;
    }

    /** Returns the row with the current debt of the key and its old turn; empty if the row has that debt already. */
    Optional<LaneRow> paid() {
        LaneRow kept = row;
        return Optional.ofNullable(owes())
                .map(owes -> new LaneRow(key(), kept == null ? owes : kept.lookAt(), owes))
                .filter(paying -> !paying.equals(kept));
    }

    /** Returns the time at which the rate allows another start; empty if the rate does not delay the key. */
    Optional<Instant> later() {
        Instant paid = owes();
        boolean hasPlaces = !isBlocked && rules.mostOfKey() - executing - took > 0 && begun == null;
        return paid == null || !hasPlaces
                ? Optional.empty()
                : rules.keyRate().map(rate -> rate.next(paid)).filter(moment -> moment.isAfter(rules.now()));
    }
}
