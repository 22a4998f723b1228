package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.Parking;
import io.github.rowmill.engine.store.claim.Admission;
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
 * A claim from a queue whose keys take turns. The key that has waited longest is first. Each key starts as many
 * tasks as its weight, in rounds, while there is room.
 *
 * <p>The claim considers the keys of its candidates, and keys with parked tasks whose turn has come. It also
 * considers keys of which a task has ended on this node, and some keys that <em>knock</em>. A key knocks if it has
 * queued tasks that the claim may not have found, because a flood of one key may hide the others.
 */
public final class KeyTurns implements Admission.Decision {

    /**
     * Largest number of knocking keys that a claim looks for. They differ from claim to claim, because each costs
     * a probe.
     */
    private static final int MAX_KNOCKING = 100;

    /**
     * Least number of knocking keys, even if there is room for few, so that every key has its turn before long.
     */
    private static final int MIN_KNOCKING = 8;

    /** Number of found keys above which a claim is not in a flood of one key. */
    private static final int MANY_KEYS = 100;

    private final Lanes lanes;
    private final LockedRules rules;
    private final Admission.Request request;
    private final Set<String> types;
    private final Set<String> startable;
    private final Duration lease;
    private final Set<String> freed;
    private final Map<String, KeyState> byKey = new LinkedHashMap<>();
    private final KeyState keyless;
    private final List<KeyState> all = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();

    private KeyTurns(Lanes lanes, LockedRules rules, Admission.Request request, Set<String> types, Duration lease) {
        this.lanes = lanes;
        this.rules = rules;
        this.request = request;
        this.types = types;
        this.startable =
                types.stream().filter(type -> !request.barred().contains(type)).collect(Collectors.toSet());
        this.lease = lease;
        this.freed = request.only() ? Set.of() : lanes.freed(request.queue());
        this.keyless = new KeyState(null, rules, startable);
    }

    /**
     * Reads the keys of a claim, and chooses the tasks to start.
     *
     * @param types types that this node handles. It may start tasks of these, unless the claim bars the type
     */
    public static KeyTurns of(
            Sql sql, Lanes lanes, LockedRules rules, Admission.Request request, Set<String> types, Duration lease)
            throws SQLException {
        KeyTurns turns = new KeyTurns(lanes, rules, request, types, lease);
        request.candidates().forEach(turns::found);
        turns.addOthers(sql);
        turns.all.addAll(turns.byKey.values());
        turns.all.add(turns.keyless);
        turns.read(sql);
        turns.choose();
        return turns;
    }

    private void found(Admission.Candidate candidate) {
        String key = candidate.key();
        KeyState lane = key == null ? keyless : lane(key);
        lane.found(candidate);
    }

    private KeyState lane(String key) {
        return byKey.computeIfAbsent(key, name -> new KeyState(name, rules, startable));
    }

    /**
     * Adds the other keys. Knocking keys come first, because debts are read for all keys that the claim may start.
     */
    private void addOthers(Sql sql) throws SQLException {
        LaneRows rows = new LaneRows(sql, request.queue());
        boolean mayWait = rules.hasLanes() || (rules.mayHaveWaiting() && rows.exist());
        int found = byKey.size();
        if (request.more() && (mayWait || rules.fair() || found <= MANY_KEYS)) {
            lanes.knocking(sql, request.queue(), knocking(found))
                    .forEach(key -> lane(key).knocks());
        }
        if (mayWait) {
            Set<String> keys = new LinkedHashSet<>(byKey.keySet());
            keys.addAll(freed);
            rows.ready(request.only() ? 0 : request.room(), keys, rules.latestLook(lease.plus(LaneRows.REST)))
                    .forEach(row -> lane(row.key()).kept(row));
        }
    }

    /**
     * Returns how many knocking keys to look for: as many as there is room for. It is fewer if the claim has found
     * many keys, because then there is no flood of one.
     */
    private int knocking(int found) {
        int room = Math.min(MAX_KNOCKING, request.room());
        return Math.max(MIN_KNOCKING, room - found);
    }

    private void read(Sql sql) throws SQLException {
        int weight = byKey.values().stream().mapToInt(KeyState::weight).max().orElse(1);
        int quantum = (request.room() + all.size() - 1) / all.size() * weight;
        new FirstTasks(sql, request.queue(), rules, types)
                .show(byKey, Math.min(Math.min(quantum, request.room()), rules.mostOfKey()) + 1);
    }

    private void choose() {
        all.forEach(lane -> lanes.served().of(request.queue(), lane.key()).ifPresent(lane::served));
        Map<KeyState, Instant> since = all.stream().collect(Collectors.toMap(lane -> lane, KeyState::since));
        all.sort(Comparator.comparing(since::get));
        List<KeyState> going = new ArrayList<>(all);
        while (!going.isEmpty()) {
            going.removeIf(lane -> !lane.takeTurn(ids, request.room()));
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
        for (KeyState lane : all) {
            lane.took(taken.getOrDefault(lane.key(), Set.of()));
            lane.turn().ifPresent(turn -> lanes.served().remember(request.queue(), lane.key(), turn));
        }
        if (request.only()) {
            pay(sql);
            return new Admission.Next(false, true, true, later());
        }
        List<KeyState> full = byKey.values().stream().filter(KeyState::isFull).toList();
        List<KeyState> inVain = full.stream()
                .filter(lane -> !lane.inVain().isEmpty() || (lane.isKnocking() && lane.hasLeft()))
                .toList();
        int parked = Parking.park(
                sql, inVain.stream().flatMap(lane -> lane.inVain().stream()).toList());
        if (request.more() && tasks.isEmpty()) {
            List<String> keys = inVain.stream().map(KeyState::key).toList();
            parked += Parking.parkOthers(sql, request.queue(), keys);
        }
        write(sql, Set.copyOf(inVain));
        return next(tasks.size(), parked);
    }

    /** Writes only the debts of keys, because a claim of certain tasks has not looked for waiting ones. */
    private void pay(Sql sql) throws SQLException {
        LaneRows rows = new LaneRows(sql, request.queue());
        byKey.values().forEach(lane -> lane.paid().ifPresent(rows::keep));
        write(rows);
    }

    private void write(Sql sql, Set<KeyState> parked) throws SQLException {
        LaneRows rows = new LaneRows(sql, request.queue());
        for (KeyState lane : byKey.values()) {
            Instant owes = lane.owes();
            boolean waits = lane.hasWaiting() || parked.contains(lane);
            if (waits && ids.size() >= request.room() && lane.isStillFirst()) {
                lane.paid().ifPresent(rows::keep); // there was no room for more of its tasks, and it keeps its turn
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

    /**
     * Returns the time of the next look at a full key. A node that ends one of its tasks looks at the key at once.
     * If that node dies, the key waits no longer than a lease.
     */
    private Instant whenFree(KeyState lane) {
        return lane.later().orElse(rules.now().plus(lease));
    }

    private Admission.Next next(int took, int parked) {
        boolean isLeft = all.stream().anyMatch(lane -> !lane.isFull() && lane.hasLeft());
        boolean atOnce = (took > 0 && (isLeft || request.more())) || (parked > 0 && request.more());
        return new Admission.Next(atOnce, isLeft || !byKey.isEmpty(), true, later());
    }

    /** Returns the time until the rate of a key allows more; empty if no key is delayed by its rate. */
    private Optional<Duration> later() {
        return byKey.values().stream()
                .flatMap(lane -> lane.later().stream())
                .min(Comparator.naturalOrder())
                .map(moment -> Duration.between(rules.now(), moment));
    }
}
