package io.github.rowmill.engine.limit.turn;

import io.github.rowmill.engine.limit.rule.LockedRules;
import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.engine.store.sql.Sql;
import io.github.rowmill.task.Claimed;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One claim of a queue whose keys take turns: the key that has waited longest is first, each takes one, and so on round and
 * round while there is room. Keys are those of the tasks that the claim has found, those that are set aside and whose turn
 * has come, those of which a task has ended on this node, and, as a flood of one key may hide the others, some that knock.
 */
public final class KeyTurns implements Admission.Turn {

    /** Keys that a claim looks for beside those that it has found: others each time, as each costs a probe. */
    private static final int MAX_KNOCKING = 100;

    /** And so many where there is room for few: those whose turn it is are to be among them before long. */
    private static final int MIN_KNOCKING = 8;

    /** A claim that has found more keys than this is not in a flood of one. */
    private static final int MANY_KEYS = 100;

    private final Lanes lanes;
    private final LockedRules rules;
    private final Admission.Asked asked;
    private final Set<String> types;
    private final Set<String> startable;
    private final Duration lease;
    private final Set<String> freed;
    private final Map<String, Lane> byKey = new LinkedHashMap<>();
    private final Lane keyless;
    private final List<Lane> all = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();

    private KeyTurns(Lanes lanes, LockedRules rules, Admission.Asked asked, Set<String> types, Duration lease) {
        this.lanes = lanes;
        this.rules = rules;
        this.asked = asked;
        this.types = types;
        this.startable =
                types.stream().filter(type -> !asked.barred().contains(type)).collect(Collectors.toSet());
        this.lease = lease;
        this.freed = asked.only() ? Set.of() : lanes.freed(asked.queue());
        this.keyless = new Lane(null, rules, startable);
    }

    /** @param types that this node handles: it may start tasks of these, unless the claim bars their type */
    public static KeyTurns of(
            Sql sql, Lanes lanes, LockedRules rules, Admission.Asked asked, Set<String> types, Duration lease)
            throws SQLException {
        KeyTurns turns = new KeyTurns(lanes, rules, asked, types, lease);
        asked.candidates().forEach(turns::found);
        turns.addOthers(sql);
        turns.all.addAll(turns.byKey.values());
        turns.all.add(turns.keyless);
        turns.read(sql);
        turns.choose();
        return turns;
    }

    private void found(Admission.Candidate candidate) {
        String key = candidate.key();
        Lane lane = key == null ? keyless : lane(key);
        lane.found(candidate);
    }

    private Lane lane(String key) {
        return byKey.computeIfAbsent(key, name -> new Lane(name, rules, startable));
    }

    /** Adds keys that knock first: what a key owes is read of all keys that the claim may start. */
    private void addOthers(Sql sql) throws SQLException {
        LaneRows rows = new LaneRows(sql, asked.queue());
        boolean mayWait = rules.hasLanes() || (rules.mayHaveWaiting() && rows.exist());
        int found = byKey.size();
        if (asked.more() && (mayWait || rules.fair() || found <= MANY_KEYS)) {
            lanes.knocking(sql, asked.queue(), knocking(found))
                    .forEach(key -> lane(key).knocks());
        }
        if (mayWait) {
            Set<String> keys = new LinkedHashSet<>(byKey.keySet());
            keys.addAll(freed);
            rows.ready(asked.only() ? 0 : asked.room(), keys, rules.latestLook(lease.plus(LaneRows.REST)))
                    .forEach(row -> lane(row.key()).kept(row));
        }
    }

    /** As many as there is room for; fewer where the claim has found many keys, which is no flood of one. */
    private int knocking(int found) {
        int room = Math.min(MAX_KNOCKING, asked.room());
        return Math.max(MIN_KNOCKING, room - found);
    }

    private void read(Sql sql) throws SQLException {
        int weight = byKey.values().stream().mapToInt(Lane::weight).max().orElse(1);
        int quantum = (asked.room() + all.size() - 1) / all.size() * weight;
        new Heads(sql, asked.queue(), rules, types)
                .show(byKey, Math.min(Math.min(quantum, asked.room()), rules.mostOfKey()) + 1);
    }

    private void choose() {
        all.forEach(lane -> lanes.served().of(asked.queue(), lane.key()).ifPresent(lane::served));
        Map<Lane, Instant> since = all.stream().collect(Collectors.toMap(lane -> lane, Lane::since));
        all.sort(Comparator.comparing(since::get));
        List<Lane> going = new ArrayList<>(all);
        while (!going.isEmpty()) {
            going.removeIf(lane -> !lane.takeTurn(ids, asked.room()));
        }
    }

    @Override
    public List<Long> ids() {
        return ids;
    }

    @Override
    public Admission.Next took(Sql sql, Collection<Claimed> tasks) throws SQLException {
        Map<String, Set<Long>> taken = tasks.stream()
                .collect(Collectors.groupingBy(
                        task -> ServedKeys.name(task.key()), Collectors.mapping(Claimed::id, Collectors.toSet())));
        for (Lane lane : all) {
            lane.took(taken.getOrDefault(lane.key(), Set.of()));
            lane.turn().ifPresent(turn -> lanes.served().remember(asked.queue(), lane.key(), turn));
        }
        if (asked.only()) {
            pay(sql);
            return new Admission.Next(false, true, true, later());
        }
        List<Lane> full = byKey.values().stream().filter(Lane::isFull).toList();
        List<Lane> inVain = full.stream()
                .filter(lane -> !lane.inVain().isEmpty() || (lane.isKnocking() && lane.hasLeft()))
                .toList();
        int parked = Parking.park(
                sql, inVain.stream().flatMap(lane -> lane.inVain().stream()).toList());
        if (asked.more() && tasks.isEmpty()) {
            List<String> keys = inVain.stream().map(Lane::key).toList();
            parked += Parking.parkOthers(sql, asked.queue(), keys);
        }
        write(sql, Set.copyOf(inVain));
        return next(tasks.size(), parked);
    }

    /** Writes what keys owe, and nothing else: a claim of certain tasks has not looked who waits. */
    private void pay(Sql sql) throws SQLException {
        LaneRows rows = new LaneRows(sql, asked.queue());
        byKey.values().forEach(lane -> lane.paid().ifPresent(rows::keep));
        write(rows);
    }

    private void write(Sql sql, Set<Lane> parked) throws SQLException {
        LaneRows rows = new LaneRows(sql, asked.queue());
        for (Lane lane : byKey.values()) {
            Instant owes = lane.owes();
            boolean waits = lane.hasWaiting() || parked.contains(lane);
            if (waits && ids.size() >= asked.room() && lane.isStillFirst()) {
                lane.paid().ifPresent(rows::keep); // there was no room for more of it, and it keeps its turn
            } else if (waits) {
                rows.keep(new LaneRow(lane.key(), lane.isFull() ? whenFree(lane) : rules.now(), owes));
            } else if (owes != null) {
                rows.keep(new LaneRow(lane.key(), owes, owes));
            } else if (lane.isKept()) {
                rows.drop(lane.key());
            }
        }
        write(rows);
    }

    private void write(LaneRows rows) throws SQLException {
        if (rows.write()) {
            lanes.keepsSome();
        }
    }

    /** Whoever ends one of its tasks looks at a key at once; should that one die, it is forgotten no longer than a lease. */
    private Instant whenFree(Lane lane) {
        return lane.later().orElse(rules.now().plus(lease));
    }

    private Admission.Next next(int took, int parked) {
        boolean isLeft = all.stream().anyMatch(lane -> !lane.isFull() && lane.hasLeft());
        boolean atOnce = (took > 0 && (isLeft || asked.more())) || (parked > 0 && asked.more());
        return new Admission.Next(atOnce, isLeft || !byKey.isEmpty(), true, later());
    }

    /** When the rate of one of the keys allows more; empty: it holds up none. */
    private Optional<Duration> later() {
        return byKey.values().stream()
                .flatMap(lane -> lane.later().stream())
                .min(Comparator.naturalOrder())
                .map(moment -> Duration.between(rules.now(), moment));
    }
}
