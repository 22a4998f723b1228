package io.github.rowmill.machine;

import io.github.rowmill.engine.store.Leases.State;
import io.github.rowmill.task.TaskStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of the queue once more, in memory and without concurrency. It predicts what the service should do. */
final class Model {

    /** Number of crashes from which a task is claimed alone. */
    private static final int QUARANTINE = 2;

    private final Names names;
    private final List<ModelTask> tasks = new ArrayList<>();
    private final List<Hold> holds = new ArrayList<>();
    private final Map<Hold, Integer> crashesAtClaim = new HashMap<>();
    private final Map<Hold, ModelTask.Place> placeAtClaim = new HashMap<>();
    private final ModelSteps steps;
    private final boolean kept;
    private int tick;

    /** @param kept whether a completed task stays in the table until it is trimmed */
    Model(Names names, boolean kept) {
        this.names = names;
        this.steps = new ModelSteps(tasks, names);
        this.kept = kept;
    }

    /** A claimed task, with the values that its worker gets. */
    record Took(Hold hold, int attempt, int maxAttempts, int crashes) {}

    /** A task that was enqueued, or the one that had its key. */
    record Made(int task, boolean duplicate) {}

    /** Begins the next command. Tasks that it makes due come after those that were due before. */
    void tick() {
        tick++;
    }

    /** Returns the number of commands so far. It is also the value of the step, or the payload, of the present one. */
    int now() {
        return tick;
    }

    /** Returns the part of the model that has steps and signals. */
    ModelSteps steps() {
        return steps;
    }

    /**
     * Returns the lease that is {@code back} places before the last one. Any number means a lease, because the count
     * goes round and round.
     */
    Optional<Hold> hold(int back) {
        return holds.isEmpty()
                ? Optional.empty()
                : Optional.of(holds.get(Math.floorMod(holds.size() - 1 - back, holds.size())));
    }

    Set<Hold> holds(List<Integer> backs) {
        return backs.stream().flatMap(back -> hold(back).stream()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the rulings by their leases, with the first ruling for each lease. */
    Map<Hold, Ruling> rulings(List<Ruling> rulings) {
        Map<Hold, Ruling> of = new LinkedHashMap<>();
        rulings.forEach(ruling -> hold(ruling.lease()).ifPresent(hold -> of.putIfAbsent(hold, ruling)));
        return of;
    }

    /** Returns the number of the task that is {@code back} places before the last one. It may have been trimmed. */
    Optional<Integer> task(int back) {
        return tasks.isEmpty() ? Optional.empty() : Optional.of(Math.floorMod(tasks.size() - 1 - back, tasks.size()));
    }

    Set<Integer> tasks(List<Integer> backs) {
        return backs.stream().flatMap(back -> task(back).stream()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Enqueues tasks. Holders of keys that can never start lose their keys, even if the enqueue is rolled back. Then
     * the enqueue starts again.
     */
    Object enqueue(List<Spec> specs, Ending ending) {
        Optional<Object> answer;
        do {
            answer = tryToEnqueue(specs, ending);
        } while (answer.isEmpty());
        return answer.get();
    }

    private Optional<Object> tryToEnqueue(List<Spec> specs, Ending ending) {
        List<ModelTask> made = new ArrayList<>();
        Map<Integer, ModelTask> rivals = new TreeMap<>();
        List<ModelTask> of = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            Spec spec = specs.get(i);
            Optional<ModelTask> rival = Stream.concat(present(), made.stream())
                    .filter(task -> task.holdsKeyOf(spec))
                    .findFirst();
            ModelTask task = rival.orElseGet(() -> new ModelTask(tasks.size() + made.size(), spec, tick));
            if (rival.isPresent()) {
                rivals.put(i, task);
            } else {
                made.add(task);
            }
            of.add(task);
        }
        for (Map.Entry<Integer, ModelTask> one : rivals.entrySet()) {
            ModelTask rival = one.getValue();
            if (specs.get(one.getKey()).refuses() && !rival.isOver()) {
                return Optional.of(Refused.duplicate(made.contains(rival) ? Names.UNKNOWN : rival.number));
            }
        }
        List<Runnable> changes = new ArrayList<>();
        List<Integer> inOrderOfKeys = rivals.keySet().stream()
                .sorted(Comparator.comparing((Integer i) -> specs.get(i).type())
                        .thenComparing(i -> specs.get(i).key()))
                .toList();
        for (int i : inOrderOfKeys) {
            Spec spec = specs.get(i);
            ModelTask rival = rivals.get(i);
            if (rival.isOver()) {
                rivals.values().stream()
                        .filter(ModelTask::isOver)
                        .distinct()
                        .toList()
                        .forEach(ModelTask::letKeyGo);
                return Optional.empty();
            }
            if (spec.reschedules() && rival.isUntouched()) {
                if (rival.isTooLateAt(spec.delay())) {
                    return Optional.of(Refused.invalid());
                }
                int nth = changes.size() + 1;
                changes.add(() -> rival.reschedule(spec.delay(), tick, nth));
            }
        }
        if (ending == Ending.COMMIT) {
            tasks.addAll(made);
            changes.forEach(Runnable::run);
        }
        List<Made> answer = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            boolean isGone = ending == Ending.ROLLBACK && made.contains(of.get(i));
            answer.add(new Made(isGone ? Names.UNKNOWN : of.get(i).number, rivals.containsKey(i)));
        }
        return Optional.of(answer);
    }

    List<Took> claim(String queue, List<String> types, int limit) {
        return takeOfGroups(standing(queue, types), task -> true, limit);
    }

    /** Claims tasks behind the place that the task of {@code last} had in its queue at its claim. */
    List<Took> claimAfter(Hold last, List<String> types, int limit) {
        ModelTask.Place place = placeAtClaim.get(last);
        String queue = tasks.get(last.task()).spec.queue();
        return takeOfGroups(standing(queue, types), task -> place(task).compareTo(place) > 0, limit);
    }

    /** Returns the due tasks of a queue by priority and then by place, also those that are too late to start. */
    private SortedMap<Integer, List<ModelTask>> standing(String queue, List<String> types) {
        return present()
                .filter(task -> task.stands()
                        && task.crashes < QUARANTINE
                        && task.spec.queue().equals(queue)
                        && types.contains(task.spec.type()))
                .sorted(Comparator.comparing(this::place))
                .collect(Collectors.groupingBy(task -> task.spec.priority(), TreeMap::new, Collectors.toList()));
    }

    /**
     * Takes tasks. Groups of one priority share a claim by the number of their first tasks. A task that is too late
     * counts there, and no other task replaces it.
     */
    private List<Took> takeOfGroups(
            SortedMap<Integer, List<ModelTask>> standing, Predicate<ModelTask> wanted, int limit) {
        List<Took> taken = new ArrayList<>();
        int found = 0;
        for (List<ModelTask> step : standing.values()) {
            List<ModelTask> rest = step.stream().filter(wanted).toList();
            boolean isOneGroup = step.stream().map(ModelTask::group).distinct().count() == 1;
            List<ModelTask> first = rest.stream()
                    .filter(task -> !isOneGroup || task.isDue())
                    .limit(limit - found)
                    .toList();
            found += first.size();
            rest.stream()
                    .filter(ModelTask::isDue)
                    .filter(task -> isAmongShare(task, rest, first))
                    .toList()
                    .forEach(task -> taken.add(take(task)));
        }
        return taken;
    }

    private static boolean isAmongShare(ModelTask task, List<ModelTask> rest, List<ModelTask> first) {
        long share =
                first.stream().filter(one -> one.group().equals(task.group())).count();
        return rest.stream()
                .filter(one -> one.group().equals(task.group()) && one.isDue())
                .limit(share)
                .anyMatch(one -> one == task);
    }

    /** Claims those of some tasks that have not changed since their insert. */
    List<Took> claimNew(String queue, Set<Integer> some) {
        return take(
                task -> task.version == 0 && task.spec.queue().equals(queue) && some.contains(task.number),
                some.size());
    }

    List<Took> claimQuarantined(List<String> queues, List<String> types) {
        return take(
                task -> task.crashes >= QUARANTINE
                        && queues.contains(task.spec.queue())
                        && types.contains(task.spec.type()),
                1);
    }

    private List<Took> take(Predicate<ModelTask> wanted, int limit) {
        return present()
                .filter(ModelTask::isDue)
                .filter(wanted)
                .sorted(Comparator.comparing(this::place))
                .limit(limit)
                .toList()
                .stream()
                .map(this::take)
                .toList();
    }

    private Took take(ModelTask task) {
        Hold hold = task.claim();
        holds.add(hold);
        crashesAtClaim.put(hold, task.crashes);
        placeAtClaim.put(hold, place(task));
        return new Took(hold, task.attempts, task.maxAttempts(), task.crashes);
    }

    private ModelTask.Place place(ModelTask task) {
        return task.place(names.id(task.number));
    }

    Set<Hold> renew(Set<Hold> some) {
        return held(some).stream().peek(hold -> tasks.get(hold.task()).renew()).collect(Collectors.toSet());
    }

    Set<Hold> complete(Set<Hold> some, Ending ending) {
        Set<Hold> held = held(some);
        if (ending == Ending.COMMIT) {
            held.forEach(hold -> tasks.get(hold.task()).complete(kept));
        }
        return held;
    }

    Set<Hold> settle(Map<Hold, Ruling> rulings, Ending ending) {
        Set<Hold> held = held(rulings.keySet());
        if (ending == Ending.COMMIT) {
            held.forEach(hold -> tasks.get(hold.task()).settle(rulings.get(hold), tick));
        }
        return held;
    }

    /**
     * Settles tasks. Then, one after the other, tasks whose handlers did not begin get back their keys, unless another
     * task has the key.
     */
    Set<Hold> settleAll(Map<Hold, Ruling> rulings) {
        Set<Hold> held = settle(rulings, Ending.COMMIT);
        rulings.forEach((hold, ruling) -> {
            ModelTask task = tasks.get(hold.task());
            boolean isUnbegun = held.contains(hold) && ruling.kind() == Ruling.Kind.UNBEGUN;
            if (isUnbegun && task.wantsKeyBack()) {
                task.keepMark();
            }
            if (isUnbegun && task.wantsKeyBack() && present().noneMatch(other -> other.holdsKeyOf(task.spec))) {
                task.takeKeyBack();
            }
        });
        return held;
    }

    /** Settles all tasks or none. Returns the leases that are lost. */
    Set<Hold> settleTogether(Set<Hold> successes, Map<Hold, Ruling> rulings) {
        Set<Hold> others = new HashSet<>(successes);
        others.removeAll(rulings.keySet());
        Set<Hold> lost = new HashSet<>(others);
        lost.addAll(rulings.keySet());
        lost.removeAll(held(lost));
        if (lost.isEmpty()) {
            complete(others, Ending.COMMIT);
            settle(rulings, Ending.COMMIT);
        }
        return lost;
    }

    private Set<Hold> held(Set<Hold> some) {
        return some.stream()
                .filter(hold -> tasks.get(hold.task()).isHeldBy(hold))
                .collect(Collectors.toSet());
    }

    Map<Hold, State> read(Set<Hold> some) {
        return some.stream()
                .collect(Collectors.toMap(
                        hold -> hold, hold -> tasks.get(hold.task()).state(hold, crashesAtClaim.get(hold))));
    }

    Map<Integer, TaskStatus> recover(int limit) {
        return present()
                .filter(ModelTask::isExpired)
                .sorted(Comparator.comparingLong(task -> names.id(task.number)))
                .limit(limit)
                .toList()
                .stream()
                .collect(Collectors.toMap(task -> task.number, ModelTask::recover));
    }

    /** Cancels a task. Returns empty if it was cancelled. */
    Optional<Refused> cancel(int number) {
        ModelTask task = tasks.get(number);
        if (task.trimmed) {
            return Optional.of(Refused.notFound());
        }
        if (!task.isLive()) {
            return Optional.of(Refused.illegal());
        }
        task.cancel();
        return Optional.empty();
    }

    /** Retries a task. Returns empty if it was queued again. */
    Optional<Refused> retry(int number) {
        ModelTask task = tasks.get(number);
        if (task.trimmed) {
            return Optional.of(Refused.notFound());
        }
        if (task.status != TaskStatus.DEAD && task.status != TaskStatus.CANCELLED) {
            return Optional.of(Refused.illegal());
        }
        Optional<ModelTask> rival = present()
                .filter(other -> task.holdsKey() && other.holdsKeyOf(task.spec))
                .findFirst();
        if (rival.isPresent() && !rival.get().isOver()) {
            return Optional.of(Refused.duplicate(rival.get().number));
        }
        rival.ifPresent(ModelTask::letKeyGo);
        task.retry(tick);
        return Optional.empty();
    }

    int trim(TaskStatus status) {
        List<ModelTask> old =
                present().filter(task -> task.isFinishedAs(status)).toList();
        old.forEach(task -> task.trimmed = true);
        return old.size();
    }

    /** Lets time pass for a task. Returns false if it was trimmed. */
    boolean pass(int number, int minutes) {
        tasks.get(number).pass(minutes);
        return !tasks.get(number).trimmed;
    }

    /** Gives the claim of a task to another node. Returns false if the task does not execute. */
    boolean failOver(int number) {
        return tasks.get(number).failOver();
    }

    /** Returns the row of a task, or null if it was trimmed. */
    ModelTask find(int number) {
        return tasks.get(number).trimmed ? null : tasks.get(number);
    }

    /** Returns the table as {@link TableView} reads it. */
    List<String> rows() {
        return present()
                .sorted(Comparator.comparingLong(task -> names.id(task.number)))
                .map(ModelTask::row)
                .toList();
    }

    private Stream<ModelTask> present() {
        return tasks.stream().filter(task -> !task.trimmed);
    }
}
