package io.github.rowmill.bench;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Compares Rowmill with hand-written SQL, on the same database in the same minutes. Rowmill runs as processes of the
 * packaged application. Both sides run several rounds by turns, and each figure is a median.
 *
 * <p>{@code -Dbench.backlog} is the number of rows of the largest table. {@code -Dit.test=BenchRun#method} chooses
 * one measure.
 */
class BenchRun extends Benchmark {

    private static final int BACKLOG = Integer.getInteger("bench.backlog", 1_000_000);
    private static final int MANY_QUEUES = 60_000;
    private static final int WARM_UPS = 5;
    private static final int SINGLES = 5_000;
    private static final int BULK = 100_000;
    private static final int WAKES = 500;

    private static final String TRANSACTION_EACH = "SQL, a transaction each";

    private static Limit limit;

    @BeforeAll
    static void begin() {
        limit = new Limit(target);
    }

    @Test
    void drains() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            drains(mill, "noop", TASKS, "no-op", "SQL in batches");
            drains(mill, "effect", TASKS / 10, "transactional, one row written by JDBC", TRANSACTION_EACH);
            drains(mill, "event", TASKS / 10, "transactional, one entity persisted", TRANSACTION_EACH);
            drainsByHand(mill);
        }
    }

    /** Compares tasks that share a transaction or a call with SQL that has a transaction for each task. */
    @Test
    void drainsTogether() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            drains(mill, "effect-shared", TASKS, "50 share a transaction, one row written by JDBC", TRANSACTION_EACH);
            target.execute("drop table if exists bench_event");
            target.execute("create table bench_event (like sample_event including all)");
            drains(mill, "event-shared", TASKS, "50 share a transaction, one entity persisted", TRANSACTION_EACH);
            drains(mill, "effect-batch", TASKS, "a batch of 500, written by one statement", TRANSACTION_EACH);
        }
    }

    private static void drains(Mill mill, String type, int tasks, String measure, String beside) throws Exception {
        boolean transactional = !type.equals("noop");
        warmUp(mill, type, tasks);
        Rounds rates = new Rounds();
        Rounds wal = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            rates.add(mill.drain(type, tasks), limit.drain(tasks, transactional));
            wal.add(mill.wal(), limit.wal());
        }
        results.ratio("drain, " + measure, "tasks/s", beside, rates);
        results.ratio("write-ahead log, " + measure, "bytes/task", beside, wal);
    }

    /** Runs after the drains, when handlers that persist an entity are warm. */
    private static void drainsByHand(Mill mill) throws Exception {
        int tasks = TASKS / 10;
        for (int i = 0; i < WARM_UPS; i++) {
            mill.workloads().drainByHand(limit, tasks);
        }
        Rounds rounds = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(mill.drain("event", tasks), mill.workloads().drainByHand(limit, tasks));
        }
        results.ratio(
                "drain, transactional, one entity persisted, Hibernate on both sides",
                "tasks/s",
                "SQL in a loop with JTA and Hibernate",
                rounds);
    }

    static final List<String> RULES = List.of(
            "concurrency = 1000000",
            "per_key = 100",
            "ordered = true",
            "fair = true",
            "rate = 1000000, rate_burst = 1000000",
            "concurrency = 1000000, per_key = 100, rate = 1000000, rate_burst = 1000000");

    /**
     * Compares drains by rules with drains without rules. The rules hold no task back. Only {@code ordered} makes the
     * tasks of each of a thousand keys run one after the other.
     */
    @Test
    void drainsByRules() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            warmUp(mill, "noop", TASKS);
            for (int i = 0; i < WARM_UPS; i++) {
                for (String rules : RULES) { // they share code, which must be compiled before a measure
                    mill.drainByRules(rules, 1000, TASKS);
                }
            }
            for (String rules : RULES) {
                drainsByRules(mill, rules, 1000);
            }
            drainsByRules(mill, "ordered = true", TASKS);
        }
    }

    private static void drainsByRules(Mill mill, String rules, int keys) throws Exception {
        String of = keys == TASKS ? "a key for each task" : "%,d keys".formatted(keys);
        Rounds rounds = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(mill.drainByRules(rules, keys, TASKS), mill.drainByRules("", keys, TASKS));
        }
        results.ratio("drain of %s, %s".formatted(of, rules), "tasks/s", "no rules", rounds);
    }

    /**
     * Counts the pages that all statements of the database touch. A single key has nine of ten tasks, each other key
     * has one.
     */
    @Test
    void drainsBesideAFloodOfOneKey() throws Exception {
        int tasks = TASKS * 10;
        int most = TASKS / 5;
        try (Mill mill = Mill.start(target, 1)) {
            warmUp(mill, "noop", TASKS);
            Rounds pages = new Rounds();
            for (int i = 0; i < ROUNDS; i++) {
                pages.add(mill.pagesOfFlood("per_key = 1", tasks, most), mill.pagesOfFlood("", tasks, most));
            }
            results.ratio("flood of one key, per_key = 1", "pages/task", "no rules", pages);
        }
    }

    /** Drains several times. The JIT compiler needs some time under the real load, and shares the cores with it. */
    private static void warmUp(Mill mill, String type, int tasks) throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            mill.drain(type, tasks);
        }
    }

    @Test
    void enqueues() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            for (int i = 0; i < WARM_UPS; i++) {
                mill.workloads().took("measure-bulk", BULK);
                mill.workloads().took("measure-single", SINGLES);
                mill.workloads().took("measure-joined", SINGLES);
            }
            Rounds bulk = new Rounds();
            Rounds sent = new Rounds();
            Rounds single = new Rounds();
            Rounds joined = new Rounds();
            for (int i = 0; i < ROUNDS; i++) {
                double ours = BULK / mill.workloads().took("measure-bulk", BULK);
                bulk.add(ours, limit.fill(BULK));
                sent.add(ours, new JdbcClient(target).insert(BULK));
                single.add(SINGLES / mill.workloads().took("measure-single", SINGLES), limit.insertSingly(SINGLES));
                joined.add(SINGLES / mill.workloads().took("measure-joined", SINGLES), limit.insertSingly(SINGLES));
            }
            results.ratio("enqueue in bulk", "tasks/s", "SQL, insert … select", bulk);
            results.ratio("enqueue in bulk", "tasks/s", "a client of JDBC, the same rows in batches of 1,000", sent);
            results.ratio("enqueue singly", "tasks/s", "SQL, a bare insert and its commit", single);
            results.ratio(
                    "enqueue singly, each in a JTA transaction",
                    "tasks/s",
                    "SQL, a bare insert and its commit",
                    joined);
        }
    }

    @Test
    void wakesUp() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            mill.workloads().wakes(WAKES);
            wakesUp(mill, "wake-up, same process");
        }
        try (Mill mill = Mill.start(target, 0)) {
            mill.add("bench-asks", "rowmill.only-types=measure-wake");
            mill.add("bench-runs", "rowmill.only-types=woken");
            mill.workloads().wakes(WAKES);
            wakesUp(mill, "wake-up, another process");
        }
    }

    private static void wakesUp(Mill mill, String measure) throws Exception {
        Wakes wakes = new Wakes();
        for (int i = 0; i < ROUNDS; i++) {
            wakes.add(mill.workloads().wakes(WAKES), new LimitWake(target, limit).wake(WAKES / 2));
        }
        wakes.write(results, measure, "SQL, LISTEN in another process");
    }

    @Test
    void claimsBesideABacklog() throws Exception {
        try (Mill mill = Mill.start(target, 1, "rowmill.enabled=false")) {
            mill.close();
            ClaimCost cost = new ClaimCost(target);
            List<Double> small = new ArrayList<>();
            for (int rows : new int[] {10_000, 1_000_000, 10_000_000}) {
                if (rows > BACKLOG) {
                    continue;
                }
                cost.fill(rows);
                List<Double> pages = List.of(cost.perTask());
                if (small.isEmpty()) {
                    small = pages;
                }
                results.ratio(
                        "claim of 100, a table of %,d".formatted(rows),
                        "pages/task",
                        pages,
                        "a table of 10,000",
                        small);
            }
            claimsNothing(cost);
        }
    }

    private static void claimsNothing(ClaimCost cost) throws Exception {
        int rows = Math.min(BACKLOG, 2_000_000);
        cost.fillWithUnrunnable(rows, rows, MANY_QUEUES);
        results.rounds(
                "empty claim of a queue with %,d rows that nobody handles and %,d of tomorrow".formatted(rows, rows),
                "pages",
                List.of(cost.emptyClaim()));
        results.rounds(
                "empty round over %,d queues".formatted(MANY_QUEUES), "pages", List.of(cost.emptyRound(MANY_QUEUES)));
    }

    @Test
    void drainsUnderAHeldSnapshot() throws Exception {
        int tasks = Math.min(BACKLOG, 1_000_000);
        try (Mill mill = Mill.start(target, 1)) {
            warmUp(mill, "noop", TASKS);
            Rounds rounds = new Rounds();
            for (int i = 0; i < Math.min(ROUNDS, 3); i++) {
                rounds.add(mill.drainUnderSnapshot("noop", tasks), mill.drain("noop", tasks));
            }
            results.ratio("drain of %,d under a held snapshot".formatted(tasks), "tasks/s", "none held", rounds);
        }
    }

    @Test
    void drainsWithSeveralProcesses() throws Exception {
        List<Rounds> all = List.of(new Rounds(), new Rounds());
        int[] sizes = {2, 4};
        for (int i = 0; i < Math.min(ROUNDS, 3); i++) {
            double one = drainWith(1);
            for (int n = 0; n < sizes.length; n++) {
                all.get(n).add(drainWith(sizes[n]), one);
            }
        }
        for (int n = 0; n < sizes.length; n++) {
            results.ratio("drain, no-op, %d processes".formatted(sizes[n]), "tasks/s", "one process", all.get(n));
        }
    }

    private static double drainWith(int nodes) throws Exception {
        try (Mill mill = Mill.start(target, nodes)) {
            for (int i = 0; i < nodes; i++) {
                mill.drain("noop", TASKS);
            }
            return mill.drain("noop", TASKS);
        }
    }
}
