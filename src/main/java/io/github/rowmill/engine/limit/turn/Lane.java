package io.github.rowmill.engine.limit.turn;

import io.github.rowmill.engine.limit.rule.CellRate;
import io.github.rowmill.engine.limit.rule.LockedRules;
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

/** What one claim knows of a key: what it has out, who is next, and how many of them may go. */
final class Lane {

    private final @Nullable String key;
    private final LockedRules rules;
    private final Set<String> types;
    private final int weight;
    private final Map<Position, Head> next = new TreeMap<>();
    private final Set<Long> candidates = new HashSet<>();
    private final Set<Long> chosen = new HashSet<>();
    private @Nullable Iterator<Head> rest;
    private @Nullable LaneRow row;
    private @Nullable Head begun;
    private boolean isKnocking;
    private boolean isBlocked;
    private Instant servedAt = Instant.MIN;
    private int before;
    private int executing;
    private int took;

    /** @param key null: tasks without a key, which have no limits of their own */
    Lane(@Nullable String key, LockedRules rules, Set<String> types) {
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

    /** A task of the key that the claim has locked. Where order is strict, one that it has not found may stand before it. */
    void found(Admission.Candidate candidate) {
        candidates.add(candidate.id());
        next.put(candidate.position(), Head.of(candidate));
    }

    /** The first of those that the claim has found, before others are shown; 0: it has found none. */
    long firstFound() {
        return next.values().stream().findFirst().map(Head::id).orElse(0L);
    }

    void kept(LaneRow kept) {
        row = kept;
    }

    boolean isKept() {
        return row != null;
    }

    /** Whether tasks of it may be set aside: whoever sets one aside keeps a row, and of a key that knocks none was looked for. */
    boolean mayHaveWaiting() {
        return row != null || (isKnocking && rules.mayHaveWaiting());
    }

    /** Whether queued ones are to be looked for beside those that the claim has found. */
    boolean isKnocking() {
        return isKnocking;
    }

    void knocks() {
        isKnocking = true;
    }

    /** How many tasks of the key hold a place; where none is held, or none can matter, 0. */
    void executes(int tasks) {
        executing = tasks;
    }

    void show(Head head) {
        switch (head.kind()) {
            case EXECUTING, DEAD -> isBlocked = true;
            case BEGUN -> begun = head.orEarlier(begun);
            case WAITING, QUEUED -> next.putIfAbsent(head.position(), head);
        }
    }

    /** What this node remembers of it. */
    void served(ServedKeys.Turn turn) {
        servedAt = turn.since();
        before = turn.taken();
    }

    /** Since when it is this key's turn. */
    Instant since() {
        LaneRow kept = row;
        if (kept != null) {
            return kept.lookAt().isBefore(rules.now()) ? kept.lookAt() : rules.now();
        }
        Instant due = next.keySet().stream().findFirst().map(Position::runAt).orElse(rules.now());
        return due.isAfter(servedAt) ? due : servedAt;
    }

    /** The next tasks that may go in this turn, as many as its weight gives; they go, into {@code ids}, while there is room. */
    boolean takeTurn(List<Long> ids, int room) {
        int most = Math.min(weight - (before + chosen.size()) % weight, room - ids.size());
        int size = ids.size();
        for (int i = 0; i < most; i++) {
            choose().ifPresent(ids::add);
        }
        return ids.size() > size;
    }

    /** What is to be remembered; empty: nothing of it started. */
    Optional<ServedKeys.Turn> turn() {
        int taken = (before + took) % weight;
        return took == 0
                ? Optional.empty()
                : Optional.of(new ServedKeys.Turn(taken == 0 ? rules.now() : since(), taken));
    }

    /** The next task that may go, which goes. */
    private Optional<Long> choose() {
        if (left() <= chosen.size()) {
            return Optional.empty();
        }
        Optional<Head> head = isOrdered() ? first() : following();
        head.ifPresent(one -> chosen.add(one.id()));
        return head.map(Head::id);
    }

    /** Who may not go now may not in a later turn either. */
    private Optional<Head> following() {
        Iterator<Head> left = rest == null ? next.values().iterator() : rest;
        rest = left;
        while (left.hasNext()) {
            Head head = left.next();
            if (mayGo(head)) {
                return Optional.of(head);
            }
        }
        return Optional.empty();
    }

    /** Whom no other may pass; if this node cannot run it, nobody of this key goes. */
    private Optional<Head> first() {
        Head head = begun == null ? next.values().stream().findFirst().orElse(null) : begun;
        return Optional.ofNullable(head).filter(this::mayGo);
    }

    private boolean mayGo(Head head) {
        boolean fits = candidates.contains(head.id()) || (types.contains(head.type()) && !head.isQuarantined());
        return fits && head.isDue() && !chosen.contains(head.id());
    }

    private boolean isOrdered() {
        return key != null && rules.ordered();
    }

    /** How many may start, those that are chosen included. */
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

    /** So many of those that were chosen have started. */
    void took(Collection<Long> ids) {
        took = ids.size();
        next.values().removeIf(head -> ids.contains(head.id()));
        candidates.removeAll(ids);
    }

    /** Whether its turn has come, and is not over: it could go, and did not, or not as often as its weight allows. */
    boolean isStillFirst() {
        LaneRow kept = row;
        boolean goesOn = took == 0 || (before + took) % weight != 0;
        return kept != null && !kept.lookAt().isAfter(rules.now()) && goesOn && !isFull();
    }

    /** Whether nobody of this key may go, until something ends or time passes. */
    boolean isFull() {
        return left() <= took || (isOrdered() && begun != null);
    }

    /** Those that the claim has found and that are to be set aside. */
    List<Long> inVain() {
        Head again = begun;
        return candidates.stream()
                .filter(id -> again == null || again.id() != id)
                .toList();
    }

    boolean hasWaiting() {
        return next.values().stream().anyMatch(head -> head.kind() == Head.Kind.WAITING);
    }

    /** Whether somebody is left who might have gone, had there been room. */
    boolean hasLeft() {
        return next.values().stream().anyMatch(head -> head.isDue() && !head.isQuarantined());
    }

    /** Up to when the starts of this key are paid for now; null: nothing is owed. */
    @Nullable
    Instant owes() {
        CellRate rate = rules.keyRate().orElse(null);
        if (rate == null) {
            return null;
        }
        Instant paid = key != null && took > 0 ? rate.paidUntil(rules.now(), paidUntil(), took) : paidUntil();
        return paid != null && paid.isAfter(rules.now()) ? paid : null;
    }

    /** Returns the row with what the key owes now, and its old turn; empty if the row has that debt already. */
    Optional<LaneRow> paid() {
        LaneRow kept = row;
        return Optional.ofNullable(owes())
                .map(owes -> new LaneRow(key(), kept == null ? owes : kept.lookAt(), owes))
                .filter(paying -> !paying.equals(kept));
    }

    /** When the rate allows another one; empty: it does not hold this key up. */
    Optional<Instant> later() {
        Instant paid = owes();
        boolean hasPlaces = !isBlocked && rules.mostOfKey() - executing - took > 0 && begun == null;
        return paid == null || !hasPlaces
                ? Optional.empty()
                : rules.keyRate().map(rate -> rate.next(paid)).filter(moment -> moment.isAfter(rules.now()));
    }
}
