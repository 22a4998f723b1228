package io.github.rowmill.machine;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs all verbs at once, from many threads, on few rows. */
final class Storm {

    private static final int THREADS = 8;

    /** Unique keys of the tasks. Each task has one of them, so no more tasks than keys are live. */
    private static final List<String> KEYS = List.of("a", "b", "c", "d", "e", "f");

    /** Number of leases that are remembered, most of them stale, and number of ids. */
    private static final int REMEMBERED = 12;

    private static final Set<String> NOOP = Set.of("noop");

    private static final Duration MAX = Duration.ofSeconds(60);

    /** A sleep so short that its task does not keep others of its key out for long. */
    private static final Duration NAP = Duration.ofMillis(100);

    private final Service service;
    private final int keysAtOnce;
    private final Map<String, Callable<Boolean>> verbs = new LinkedHashMap<>();
    private final BlockingDeque<Lease> leases = new LinkedBlockingDeque<>(REMEMBERED);
    private final BlockingDeque<Claimed> marks = new LinkedBlockingDeque<>(REMEMBERED);
    private final BlockingDeque<Long> ids = new LinkedBlockingDeque<>(REMEMBERED);
    private final Set<String> written = ConcurrentHashMap.newKeySet();
    private final Map<String, Throwable> failures = new ConcurrentHashMap<>();

    /** @param keysAtOnce the number of tasks in one enqueue */
    Storm(Service service, int keysAtOnce) {
        this.service = service;
        this.keysAtOnce = keysAtOnce;
        verbs.put("enqueue", this::enqueue);
        verbs.put("claim", () -> noted(service.claim("default", NOOP, 3)));
        verbs.put("claim after", () -> noted(service.claimAfter(one(marks), NOOP, 3)));
        verbs.put("quarantine", () -> noted(service.claimQuarantined(Set.of("default"), NOOP)));
        verbs.put("renew", () -> !service.renew(some()).isEmpty());
        verbs.put("verdict", () -> service.complete(one(leases), Ending.COMMIT));
        verbs.put("batched successes", () -> !service.completeAll(some()).isEmpty());
        verbs.put("batched failures", () -> !service.settleAll(failures()).isEmpty());
        verbs.put(
                "give back",
                () -> !service.settleAll(List.of(new Verdict.Unbegun(one(leases))))
                        .isEmpty());
        verbs.put("release", () -> service.settle(new Verdict.Released(one(leases)), Ending.COMMIT));
        verbs.put("snooze", () -> service.settle(new Verdict.Snoozed(one(leases), Duration.ZERO), Ending.COMMIT));
        verbs.put("sleep", () -> !service.sleep(one(marks), "nap", NAP).isOver());
        verbs.put(
                "await",
                () -> !service.await(one(marks), "wait", Ruling.SIGNAL, NAP).isOver());
        verbs.put("step", () -> service.step(one(marks), "step", 1) == 1);
        verbs.put(
                "transaction",
                () -> service.transact(one(marks), "transaction", 1, Ending.COMMIT)
                        .isPresent());
        verbs.put("signal", () -> isDone(id -> service.signal(id, Ruling.SIGNAL, 1, Ending.COMMIT)));
        verbs.put("signal by SQL", () -> service.signalBySql(one(ids), Ruling.SIGNAL, 1));
        verbs.put("signal sweep", () -> service.sweepSignals() > 0);
        verbs.put("step trim", () -> service.trimSteps() > 0);
        verbs.put("cancel", () -> isDone(service::cancel));
        verbs.put("retry", () -> isDone(service::retry));
        verbs.put("time", this::pass);
        verbs.put("recover", this::recover);
        verbs.put(
                "trim",
                () -> Set.of(TaskStatus.COMPLETED, TaskStatus.DEAD, TaskStatus.CANCELLED).stream()
                        .anyMatch(status -> service.trim(status) > 0));
    }

    /** Adds a verb. */
    Storm with(String name, Callable<Boolean> verb) {
        verbs.put(name, verb);
        return this;
    }

    /** Returns the failures that are not refusals, by verb and SQL state or exception. */
    Map<String, Throwable> failed() {
        return failures;
    }

    /** Returns the verbs that have written nothing. */
    Set<String> idle() {
        Set<String> idle = ConcurrentHashMap.newKeySet();
        idle.addAll(verbs.keySet());
        idle.removeAll(written);
        return idle;
    }

    /**
     * Runs for at least {@code shortest}, and until each verb has written something. The first failure ends it, and so
     * does a limit of 60 s.
     */
    void blow(Duration shortest) throws InterruptedException {
        act("enqueue");
        act("claim");
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        long begin = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            threads.execute(() -> {
                while (isOn(System.nanoTime() - begin, shortest)) {
                    act(new ArrayList<>(verbs.keySet()).get(below(verbs.size())));
                }
            });
        }
        threads.shutdown();
        if (!threads.awaitTermination(2 * MAX.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the storm does not end");
        }
    }

    private boolean isOn(long nanos, Duration shortest) {
        boolean hasSeenAll = idle().isEmpty() && nanos > shortest.toNanos();
        return failures.isEmpty() && !hasSeenAll && nanos < MAX.toNanos();
    }

    private void act(String verb) {
        try {
            if (verbs.get(verb).call()) {
                written.add(verb);
            }
        } catch (RowmillException refused) {
            // The refusal is expected: the row was in another state.
        } catch (Exception e) {
            String state = state(e);
            if (!state.equals(UNIQUE_VIOLATION)) {
                failures.putIfAbsent(verb + ": " + state, e);
            }
        }
    }

    /** SQL state of a retry that the index refused, because another task has its key. {@link KeyPairTest} tests it. */
    private static final String UNIQUE_VIOLATION = "23505";

    private static String state(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql.getSQLState();
            }
        }
        return e.toString();
    }

    private boolean enqueue() {
        List<String> keys = new ArrayList<>(KEYS);
        Collections.shuffle(keys);
        List<NewTask> tasks = keys.stream().limit(keysAtOnce).map(Storm::task).toList();
        List<Long> enqueued = service.enqueue(tasks, Ending.COMMIT).stream()
                .filter(one -> !one.duplicate())
                .map(Enqueued::id)
                .toList();
        enqueued.forEach(id -> note(ids, id));
        return !enqueued.isEmpty();
    }

    /**
     * Returns a task. One key is held until the first start only, so that some tasks want it back while others take it.
     */
    private static NewTask task(String key) {
        NewTask task = NewTask.of("noop").uniqueKey(key).maxAttempts(Integer.MAX_VALUE);
        return key.equals(KEYS.get(0)) ? task.uniqueWhileQueued() : task;
    }

    /** Lets leases run out, and finished tasks grow old. */
    private boolean pass() {
        service.pass(below(2) == 0 ? one(ids) : one(leases).id(), Duration.ofHours(1));
        return true;
    }

    /** Lets a lease run out first. Otherwise few tasks would crash twice, and come into quarantine. */
    private boolean recover() {
        service.pass(one(leases).id(), Duration.ofHours(1));
        return !service.recover(10).isEmpty();
    }

    private boolean noted(List<Claimed> claimed) {
        claimed.forEach(task -> note(leases, task.lease()));
        claimed.forEach(task -> note(marks, task));
        return !claimed.isEmpty();
    }

    private static <T> void note(BlockingDeque<T> last, T one) {
        while (!last.offerFirst(one)) {
            last.pollLast();
        }
    }

    /**
     * Returns retries without a check for the last attempt, which belongs to {@code settle}. So attempts have no limit
     * here.
     */
    private List<Verdict> failures() {
        return some().stream()
                .<Verdict>map(lease -> new Verdict.Retried(lease, Duration.ZERO, "failed", null))
                .toList();
    }

    /** Returns the leases in random order. Each verb itself must lock in the order of ids. */
    private List<Lease> some() {
        List<Lease> some = new ArrayList<>(leases);
        Collections.shuffle(some);
        return some;
    }

    private boolean isDone(Consumer<Long> verb) {
        verb.accept(one(ids));
        return true;
    }

    private static <T> T one(BlockingDeque<T> last) {
        List<T> some = new ArrayList<>(last);
        return some.get(below(some.size()));
    }

    private static int below(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }
}
