package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.limit.turn.Strays;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random sequences of all that happens to tasks of a queue whose rules change all the while: enqueues, claims, ends of all
 * kinds, leases that run out, suspects, cancels, retries and unblocked keys by an admin, claims that were open when the rules
 * came, and rules of another queue that somebody spoils by SQL. Each claim is judged by the rows of before and after it; and at
 * the end of a sequence, which the rules need not live to see, nobody may have been forgotten. A failure names its seed: {@code -Drules.seed=…} plays it alone.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(300)
class RuledSequencesTest extends RuledTest {

    private static final Long SEED = Long.getLong("rules.seed");
    private static final int SEQUENCES = Integer.getInteger("rules.sequences", 25);
    private static final int LENGTH = 60;
    private static final List<String> KEYS = Arrays.asList("a", "b", "c", null);
    private static final int[] LIMITS = {1, 2, 3};
    private static final int[] BURSTS = {1, 2, 5};
    private static final String WEIGHTS = "{\"a\": 3}";

    /** So many let each key have a turn, that of the weight too, and one without a key. */
    private static final int ROOM_FOR_ALL = 6;

    /** By a node that does not come to its commit for a while, and saw no rules. */
    private static final String CLAIM_WITHOUT_RULES = """
            select set_config('rowmill.admission', 'asked', true);
            select exists (select 1 from rowmill_queue where name = 'turns');
            update rowmill_task t
               set status = 'executing', operator_id = 'slow', expiry = now() + interval '1 hour',
                   started = now(), attempts = attempts + 1, version = version + 1
             where id in (select id from rowmill_task where queue = 'turns' and status = 'queued' and run_at <= now() order by id limit 2)
            """;

    @Inject
    Queues queues;

    @Inject
    Strays strays;

    private final Set<Long> open = new TreeSet<>();
    private Connection slow;

    private final List<Claimed> held = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();
    private final Set<Long> passed = new TreeSet<>();
    private final Map<String, Integer> starts = new TreeMap<>();
    private Random random = new Random(0);
    private Rules rules = Rules.NONE;

    /** Those of this moment; 0: no limit. {@code burst}: of a rate so slow that no more of a key may ever start. */
    private record Rules(int perKey, int concurrency, int burst, boolean ordered, boolean blocks, boolean fair) {

        static final Rules NONE = new Rules(0, 0, 0, false, false, false);

        Rules withoutRate() {
            return new Rules(perKey, concurrency, 0, ordered, blocks, fair);
        }

        int mostOfKey() {
            return ordered ? 1 : perKey == 0 ? Integer.MAX_VALUE : perKey;
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        slow = rows.connect();
        slow.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        slow.rollback();
        slow.setAutoCommit(true);
        slow.close();
    }

    @Test
    void whateverHappensNoClaimBreaksARuleAndNobodyIsForgotten() {
        long first = SEED == null ? new Random().nextLong() : SEED;
        for (int i = 0; i < (SEED == null ? SEQUENCES : 1); i++) {
            long seed = first + i;
            try {
                play(seed);
            } catch (AssertionError e) {
                throw new AssertionError("-Drules.seed=%d: %s".formatted(seed, e.getMessage()), e);
            }
        }
    }

    private void play(long seed) {
        random = new Random(seed);
        clear();
        withoutRules();
        held.clear();
        ids.clear();
        passed.clear();
        if (random.nextBoolean()) {
            claimWithoutRules();
        }
        change();
        for (int i = 0; i < LENGTH; i++) {
            step();
        }
        everybodyHasItsTurn();
    }

    private void step() {
        switch (random.nextInt(18)) {
            case 0, 1, 2 -> enqueue();
            case 3, 4, 5 -> claim(1 + random.nextInt(random.nextBoolean() ? 2 : 8));
            case 6, 7 -> ofHeld(task -> end(task, outcome()));
            case 8 -> loseSome();
            case 9 -> ofKnown(id -> ifAllowed(() -> queue.cancel(id)));
            case 10 -> ofEnded(this::retry);
            case 11 -> flood();
            case 12 ->
                ofKnown(id -> rows.execute(
                        "update rowmill_task set crashes = 2, started = coalesce(started, now()) where status = 'queued' and id = "
                                + id));
            case 13 -> claimSuspect();
            case 14 -> unblock(KEYS.get(random.nextInt(3)));
            case 15 -> endOpenClaim();
            case 16 -> spoilAnotherQueue();
            default -> {
                if (random.nextInt(3) == 0) {
                    change();
                }
                passTime();
            }
        }
    }

    private void enqueue() {
        for (int i = random.nextInt(4); i >= 0; i--) {
            ids.add(queue.enqueue(NewTask.of("noop")
                            .queue(QUEUE)
                            .key(KEYS.get(random.nextInt(KEYS.size())))
                            .priority(random.nextInt(3))
                            .delay(random.nextInt(8) == 0 ? Duration.ofHours(1) : Duration.ZERO))
                    .id());
        }
    }

    private void claimWithoutRules() {
        enqueue();
        onSlow(CLAIM_WITHOUT_RULES);
        try (Statement statement = slow.createStatement();
                ResultSet taken = statement.executeQuery("select id from rowmill_task where operator_id = 'slow'")) {
            while (taken.next()) {
                open.add(taken.getLong("id"));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By its commit or without one; its tasks end at some later time, or are lost. */
    private void endOpenClaim() {
        if (!open.isEmpty()) {
            onSlow(random.nextInt(3) == 0 ? "rollback" : "commit");
            open.clear();
        } else {
            rows.execute("""
                    update rowmill_task
                       set status = 'completed', finished = now(), operator_id = null, expiry = null, version = version + 1
                     where operator_id = 'slow'
                    """);
        }
    }

    private void onSlow(String sql) {
        try (Statement statement = slow.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private void spoilAnotherQueue() {
        rows.execute("insert into rowmill_queue (name) values ('odd') on conflict do nothing");
        String[] columns = rows.text(OddValuesTest.COLUMNS.formatted("rowmill_queue")).split(";");
        String column = random.nextBoolean() ? "paused_types=text[]" : columns[random.nextInt(columns.length)];
        List<String> values = OddValues.of(column.split("=")[1]);
        String value = values.get(random.nextInt(values.size()));
        try {
            rows.execute("update rowmill_queue set %s = %s where name = 'odd'".formatted(column.split("=")[0], value));
        } catch (IllegalStateException e) {
            assertThat(e.getCause()).as("refused").isInstanceOf(SQLException.class);
        }
        queues.resume("elsewhere"); // whoever enqueues reads all rules again
    }

    /** More of one key than a claim shows of it: due, or in a while. */
    private void flood() {
        String key = KEYS.get(random.nextInt(KEYS.size()));
        int priority = random.nextInt(3);
        Duration delay = random.nextBoolean() ? Duration.ofHours(1) : Duration.ZERO;
        for (int i = 0; i < 12; i++) {
            ids.add(queue.enqueue(NewTask.of("noop")
                            .queue(QUEUE)
                            .key(key)
                            .priority(priority)
                            .delay(delay))
                    .id());
        }
    }

    private void ofEnded(Consumer<Long> verb) {
        String ended = rows.text(
                "select string_agg(id || '', ',' order by id) from rowmill_task where status in ('dead', 'cancelled')");
        if (ended != null) {
            List<Long> all = Arrays.stream(ended.split(",")).map(Long::valueOf).toList();
            verb.accept(all.get(random.nextInt(all.size())));
        }
    }

    private void retry(long id) {
        queue.retry(id);
        passed.remove(id);
    }

    private void unblock(String key) {
        String dead =
                rows.text("select string_agg(id || '', ',') from rowmill_task where status = 'dead' and key = '%s'"
                        .formatted(key));
        queues.unblock(QUEUE, key);
        if (dead != null) {
            Arrays.stream(dead.split(",")).map(Long::valueOf).forEach(passed::add);
        }
    }

    /** What holds up its key if dead tasks do: by what was done, and not by what the row says. */
    private String blocking(String alias) {
        return "%1$s.status = 'dead' and %1$s.id <> all('{%2$s}')"
                .formatted(alias, passed.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    private Outcome outcome() {
        return switch (random.nextInt(7)) {
            case 0 -> Outcome.retry(new IllegalStateException("again"), Duration.ofHours(random.nextInt(2)));
            case 1, 2 -> Outcome.giveUp(new IllegalStateException("no"));
            case 3 -> Outcome.snooze(Duration.ofMinutes(random.nextInt(2)));
            default -> Outcome.succeeded();
        };
    }

    @Override
    void end(Claimed task, Outcome outcome) {
        super.end(task, outcome);
        held.remove(task);
    }

    private void ofHeld(Consumer<Claimed> verb) {
        if (!held.isEmpty()) {
            verb.accept(held.get(random.nextInt(held.size())));
        }
    }

    /** Not of those that an open claim has locked. */
    private void ofKnown(Consumer<Long> verb) {
        List<Long> known = ids.stream().filter(id -> !open.contains(id)).toList();
        if (!known.isEmpty()) {
            verb.accept(known.get(random.nextInt(known.size())));
        }
    }

    private static void ifAllowed(Runnable verb) {
        try {
            verb.run();
        } catch (IllegalTransitionException e) {
            assertThat(e).hasMessageContaining("is ");
        }
    }

    private void loseSome() {
        ofHeld(task -> {
            rows.execute("update rowmill_task set expiry = now() where status = 'executing' and id = " + task.id());
            recoverer.recoverOnce();
            rows.execute("update rowmill_task set crashes = 0 where status in ('queued', 'waiting') and crashes > 1");
        });
    }

    private void passTime() {
        rows.execute("update rowmill_task set run_at = now() where run_at > now() and status in ('queued', 'waiting')");
        rows.execute("update rowmill_lane set look_at = now()");
        rows.execute("update rowmill_queue set last_updated = now() - interval '1 h'");
    }

    private void change() {
        boolean ordered = random.nextInt(3) == 0;
        rules = new Rules(
                ordered || random.nextBoolean() ? 0 : LIMITS[random.nextInt(LIMITS.length)],
                random.nextInt(4) == 0 ? LIMITS[random.nextInt(LIMITS.length)] : 0,
                random.nextInt(3) == 0 ? BURSTS[random.nextInt(BURSTS.length)] : 0,
                ordered,
                ordered && random.nextBoolean(),
                random.nextBoolean());
        starts.clear();
        rules(
                "key_rate = case when %1$d > 0 then 1 end, key_rate_period = interval '8760 h', key_rate_burst = greatest(%1$d, 1)"
                        .formatted(rules.burst()));
        rules(
                "per_key = nullif(%d, 0), concurrency = nullif(%d, 0), ordered = %s, blocks = %s, fair = %s, key_weights = '%s'"
                        .formatted(
                                rules.perKey(),
                                rules.concurrency(),
                                rules.ordered(),
                                rules.blocks(),
                                rules.fair(),
                                random.nextBoolean() ? "{}" : WEIGHTS));
    }

    @Override
    List<Claimed> claim(int room) {
        Set<String> hungry = room < ROOM_FOR_ALL ? Set.of() : hungry();
        List<Claimed> started = judged(() -> super.claim(room));
        assertThat(started).as("room for %d", room).hasSizeLessThanOrEqualTo(room);
        assertThat(started.stream().map(Claimed::key)).as("turns of %s", rules).containsAll(hungry);
        return started;
    }

    private void claimSuspect() {
        assertThat(judged(() -> claims.claimQuarantined(Set.of(QUEUE), TYPES))).hasSizeLessThanOrEqualTo(1);
    }

    private List<Claimed> judged(Supplier<List<Claimed>> claim) {
        Map<String, String> heads = rules.ordered() ? heads() : Map.of();
        List<Claimed> started = claim.get();
        held.addAll(started);
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
        if (rules.burst() > 0) {
            assertThat(started).as("starts of key %s, %s", key, rules).isLessThanOrEqualTo(rules.burst());
        }
    }

    /** Keys of a fair queue with a task that may go, and so has to if there is room for each key. */
    private Set<String> hungry() {
        if (!open.isEmpty() || !rules.fair() || rules.ordered() || rules.concurrency() > 0 || rules.burst() > 0) {
            return Set.of();
        }
        String hungry = rows.text("""
                select string_agg(distinct t.key, ',')
                  from rowmill_task t
                 where t.status = 'queued'
                   and t.run_at <= now()
                   and t.crashes < 2
                   and (select count(*) from rowmill_task e where e.status = 'executing' and e.key = t.key) < %d
                """.formatted(rules.mostOfKey()));
        return hungry == null ? Set.of() : Set.of(hungry.split(","));
    }

    private long executing(String condition) {
        return rows.number(
                "select count(*) from rowmill_task where status = 'executing' and queue = 'turns' " + condition);
    }

    /** Of each key that may go on, who is next where tasks go one after the other: by what is said in words, not as it is read. */
    private Map<String, String> heads() {
        String heads = rows.text("""
                select string_agg(k.key || '=' || (
                       select t.id
                         from rowmill_task t
                        where t.key = k.key
                          and t.status in ('queued', 'waiting')
                          and (t.started is not null or t.run_at <= now())
                        order by t.started is null, t.priority, t.run_at, t.id
                        limit 1), ' ')
                  from (values ('a'), ('b'), ('c')) k (key)
                 where not exists (select from rowmill_task t where t.key = k.key and t.status = 'executing')
                   and not (%s and exists (select from rowmill_task t where t.key = k.key and %s))
                """.formatted(rules.blocks(), blocking("t")));
        return heads == null
                ? Map.of()
                : Arrays.stream(heads.split(" "))
                        .map(head -> head.split("="))
                        .collect(Collectors.toMap(head -> head[0], head -> head[1]));
    }

    private boolean isAtRest() {
        return rows.number("select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')") == 0;
    }

    /** All end well from now on: what no rule holds up has to end. */
    private void everybodyHasItsTurn() {
        if (!open.isEmpty()) {
            endOpenClaim();
        }
        rows.execute("update rowmill_task set expiry = now() where operator_id = 'slow'");
        recoverer.recoverOnce();
        if (random.nextInt(3) == 0) {
            rules = Rules.NONE;
            rows.execute("update rowmill_queue set name = 'renamed' where name = 'turns'");
            strays.sweepOnce();
        } else {
            rules = rules.withoutRate();
            rules("key_rate = null");
        }
        for (int i = 0; i < 2 * ids.size() + 2 && !isAtRest(); i++) {
            passTime();
            claim(10);
            claimSuspect();
            List.copyOf(held).forEach(task -> end(task, Outcome.succeeded()));
        }
        assertThat(rows.number("""
                select count(*)
                  from rowmill_task t
                 where t.status in ('queued', 'waiting', 'executing')
                   and not (%s and exists (select from rowmill_task d where d.key = t.key and %s))
                """.formatted(rules.blocks(), blocking("d"))))
                .as("forgotten, %s", rules)
                .isZero();
    }
}
