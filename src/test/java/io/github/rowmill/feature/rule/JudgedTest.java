package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;

/**
 * A test that judges each claim of a queue with rules. It compares the tasks before and after the claim, and counts the
 * starts itself. It does not rely on what the rows record about starts.
 */
abstract class JudgedTest extends RuledTest {

    /** A key that starts more than one task in its turn. */
    static final String HEAVY = "a";

    static final int WEIGHT = 3;

    /** Room in which each key has a turn: the heavy key with its weight, two others, and tasks without a key. */
    static final int ROOM_FOR_ALL = WEIGHT + 3;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final List<Claimed> held = new ArrayList<>();

    /** Dead tasks that no longer block their key. */
    final Set<Long> passed = new TreeSet<>();

    private final Map<String, Integer> starts = new TreeMap<>();
    private int allStarts;
    Rules rules = Rules.NONE;

    /**
     * The current rules; 0 means no limit. {@code burst} and {@code keyBurst} belong to rates so slow that nothing
     * starts after the burst.
     */
    record Rules(
            int concurrency,
            int perKey,
            int burst,
            int keyBurst,
            boolean ordered,
            boolean blocks,
            boolean fair,
            boolean weighted) {

        static final Rules NONE = new Rules(0, 0, 0, 0, false, false, false, false);

        int mostOfKey() {
            return ordered ? 1 : perKey == 0 ? Integer.MAX_VALUE : perKey;
        }

        /** Returns whether a task waits only for executing tasks of its key. */
        boolean letGoAtOnce() {
            return !ordered && concurrency == 0 && burst == 0 && keyBurst == 0;
        }
    }

    @BeforeEach
    void forget() {
        held.clear();
        passed.clear();
        starts.clear();
        allStarts = 0;
        rules = Rules.NONE;
    }

    /** Sets the rules of the queue. Earlier starts do not count for the new rates. */
    void set(Rules rulesOfNow) {
        rules = rulesOfNow;
        starts.clear();
        allStarts = 0;
        rules("""
                concurrency = nullif(%1$s, 0), per_key = nullif(%2$s, 0), ordered = %3$s, blocks = %4$s, fair = %5$s, key_weights = '%6$s',
                rate = case when %7$s > 0 then 1 end, rate_period = interval '8760 h', rate_burst = greatest(%7$s, 1)
                """.formatted(
                        rules.concurrency(),
                        rules.perKey(),
                        rules.ordered(),
                        rules.blocks(),
                        rules.fair(),
                        rules.weighted() ? "{\"%s\": %s}".formatted(HEAVY, WEIGHT) : "{}",
                        rules.burst()));
        rules(
                "key_rate = case when %1$s > 0 then 1 end, key_rate_period = interval '8760 h', key_rate_burst = greatest(%1$s, 1)"
                        .formatted(rules.keyBurst()));
    }

    /** Removes all rates and pauses. */
    void lift() {
        rules = new Rules(
                rules.concurrency(),
                rules.perKey(),
                0,
                0,
                rules.ordered(),
                rules.blocks(),
                rules.fair(),
                rules.weighted());
        rules("rate = null, key_rate = null, paused = false, paused_types = '{}'");
    }

    /** Returns the condition of a dead task that blocks its key, if dead tasks block. */
    private String blocking(String alias) {
        return "%1$s.status = 'dead' and %1$s.id <> all('{%2$s}')"
                .formatted(alias, passed.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    @Override
    protected void end(Claimed task, Outcome outcome) {
        super.end(task, outcome);
        held.remove(task);
    }

    void endAll() {
        List.copyOf(held).forEach(task -> end(task, Outcome.succeeded()));
    }

    void passTime() {
        rows.execute("update rowmill_task set run_at = now() where run_at > now() and status in ('queued', 'waiting')");
        rows.execute("update rowmill_queue set last_updated = now() - interval '1 h'");
        turnsCome();
    }

    void turnsCome() {
        rows.execute("update rowmill_lane set look_at = now()");
    }

    /** Makes the heavy key the one that has waited longest, if tasks of it wait. */
    void turnOfTheHeavyKeyComes() {
        rows.execute("update rowmill_lane set look_at = now() - interval '1 h' where key = '%s'".formatted(HEAVY));
    }

    @Override
    protected List<Claimed> claim(int room) {
        Set<String> hungry = room < ROOM_FOR_ALL ? Set.of() : hungry();
        List<Claimed> started = judged(() -> super.claim(room));
        assertThat(started).as("room for %s", room).hasSizeLessThanOrEqualTo(room);
        assertThat(started.stream().map(Claimed::key)).as("turns of %s", rules).containsAll(hungry);
        return started;
    }

    void claimSuspect() {
        boolean mayStart = !isHeldUp() && rules.letGoAtOnce() && hasHungrySuspect();
        List<Claimed> started = judged(() -> claims.claimQuarantined(Set.of(QUEUE), TYPES));
        assertThat(started).hasSizeLessThanOrEqualTo(1);
        assertThat(!mayStart || !started.isEmpty())
                .as("a suspect that may start does, %s", rules)
                .isTrue();
    }

    private List<Claimed> judged(Supplier<List<Claimed>> claim) {
        Map<String, String> heads = rules.ordered() ? heads() : Map.of();
        List<Claimed> started = claim.get();
        held.addAll(started);
        allStarts += started.size();
        if (rules.burst() > 0) {
            assertThat(allStarts).as("starts, %s", rules).isLessThanOrEqualTo(rules.burst());
        }
        if (!started.isEmpty() && rules.concurrency() > 0) {
            assertThat(executing("")).as("%s", rules).isLessThanOrEqualTo(rules.concurrency());
        }
        started.stream().filter(task -> task.key() != null).forEach(task -> judge(task, heads));
        return started;
    }

    private void judge(Claimed task, Map<String, String> heads) {
        String key = task.key();
        assertThat(executing("and key = '%s'".formatted(key)))
                .as("key %s, %s", key, rules)
                .isLessThanOrEqualTo(rules.mostOfKey());
        if (rules.ordered()) {
            assertThat(String.valueOf(task.id()))
                    .as("whose turn it is of key %s, %s", key, rules)
                    .isEqualTo(heads.get(key));
        }
        int started = starts.merge(key, 1, Integer::sum);
        if (rules.keyBurst() > 0) {
            assertThat(started).as("starts of key %s, %s", key, rules).isLessThanOrEqualTo(rules.keyBurst());
        }
    }

    private static final String HUNGRY = """
              from rowmill_task t
             where t.queue = 'turns'
               and t.status = 'queued'
               and t.run_at <= now()
               and t.crashes %s 2
               and (select count(*) from rowmill_task e where e.queue = t.queue and e.status = 'executing' and e.key = t.key) < %s
            """;

    /**
     * Returns the keys of a fair queue with a task that may start. Each of these keys must start a task if there is
     * room for all.
     */
    private Set<String> hungry() {
        if (isHeldUp() || !rules.fair() || !rules.letGoAtOnce()) {
            return Set.of();
        }
        String hungry = rows.text("select string_agg(distinct t.key, ',') " + HUNGRY.formatted("<", rules.mostOfKey()));
        return hungry == null ? Set.of() : Set.of(hungry.split(","));
    }

    private boolean hasHungrySuspect() {
        return rows.number("select count(*) " + HUNGRY.formatted(">=", rules.mostOfKey())) > 0;
    }

    private long executing(String condition) {
        return rows.number(
                "select count(*) from rowmill_task where status = 'executing' and queue = 'turns' " + condition);
    }

    /**
     * Returns the next task of each key that may start one, for an ordered queue. The query follows the documented
     * rule, not Rowmill's own statement.
     */
    private Map<String, String> heads() {
        String heads = rows.text("""
                select string_agg(k.key || '=' || (
                       select t.id
                         from rowmill_task t
                        where t.queue = 'turns'
                          and t.key = k.key
                          and t.status in ('queued', 'waiting')
                          and (t.started is not null or t.run_at <= now())
                        order by t.started is null, t.priority, t.run_at, t.id
                        limit 1), ' ')
                  from (values ('a'), ('b'), ('c')) k (key)
                 where not exists (select from rowmill_task t where t.queue = 'turns' and t.key = k.key and t.status = 'executing')
                   and not (%s and exists (select from rowmill_task t where t.queue = 'turns' and t.key = k.key and %s))
                """.formatted(rules.blocks(), blocking("t")));
        return heads == null
                ? Map.of()
                : Arrays.stream(heads.split(" "))
                        .map(head -> head.split("="))
                        .collect(Collectors.toMap(head -> head[0], head -> head[1]));
    }

    /** Returns whether anything else than rules and executing tasks may hold up a claim. */
    boolean isHeldUp() {
        return false;
    }

    private boolean isAtRest() {
        return rows.number(
                        "select count(*) from rowmill_task where queue = 'turns' and status in ('queued', 'waiting', 'executing')")
                == 0;
    }

    /**
     * Claims and completes tasks until none is left. Each task that no rule holds up must end. With a concurrency,
     * nothing starts while a transaction of another session is open that began before the rules. On a busy machine that
     * may take a while.
     */
    void everybodyHasItsTurn() {
        long most = 2 + 2 * rows.number("select count(*) from rowmill_task");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int i = 0; (i < most || isHeldUpByOthers(deadline)) && !isAtRest(); i++) {
            passTime();
            claim(10);
            claimSuspect();
            endAll();
        }
        assertThat(rows.number("""
                select count(*)
                  from rowmill_task t
                 where t.queue = 'turns'
                   and t.status in ('queued', 'waiting', 'executing')
                   and not (%s and exists (select from rowmill_task d where d.queue = t.queue and d.key = t.key and %s))
                """.formatted(rules.blocks(), blocking("d"))))
                .as("forgotten, %s: %s", rules, state())
                .isZero();
    }

    private boolean isHeldUpByOthers(long deadline) {
        return System.nanoTime() < deadline
                && rows.number(
                                "select count(*) from rowmill_queue where name = 'turns' and concurrency > 0 and open_claims is distinct from '{}'")
                        > 0;
    }

    /** Returns what may hold up tasks, for the message. */
    private String state() {
        return rows.text("""
                select concat_ws('; ',
                       (select string_agg(concat_ws(' ', n, status, coalesce(key, '-'), operator_id), ', ')
                          from (select count(*) as n, status, key, operator_id from rowmill_task group by 2, 3, 4) t),
                       (select string_agg(row_to_json(q)::text, ', ') from rowmill_queue q where name = 'turns'),
                       (select string_agg(concat_ws(' ', a.pid, a.state, l.virtualtransaction, left(a.query, 60)), ', ')
                          from pg_locks l
                          join pg_stat_activity a on a.pid = l.pid
                         where l.relation = cast('rowmill_task' as regclass) and a.pid <> pg_backend_pid()))
                """);
    }
}
