package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.OddValues;
import io.github.rowmill.feature.rule.turn.Strays;
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
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs random sequences on a queue whose rules change. The steps are enqueues, claims, all kinds of ends, expired
 * leases, suspects, cancels, and an admin's retries and unblocked keys. A claim may be open when the rules are set, and
 * the rules of another queue are damaged by SQL. Each claim is judged by the rows before and after it. At the end, when
 * the queue may have no rules left, no task may be forgotten. A failure names its seed: {@code -Drules.seed=…} runs it
 * alone.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(300)
class RuledSequencesTest extends JudgedTest {

    private static final Long SEED = Long.getLong("rules.seed");
    private static final int SEQUENCES = Integer.getInteger("rules.sequences", 12);
    private static final int LENGTH = 60;
    private static final List<String> KEYS = Arrays.asList("a", "b", "c", null);
    private static final int[] LIMITS = {1, 2, 3};
    private static final int[] BURSTS = {1, 2, 5};

    /** The claim of a node that saw no rules and commits late. */
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

    private final List<Long> ids = new ArrayList<>();
    private Random random = new Random(0);

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
    void noClaimBreaksARuleAndNoTaskIsForgotten() {
        long first = SEED == null ? new Random().nextLong() : SEED;
        for (int i = 0; i < (SEED == null ? SEQUENCES : 1); i++) {
            long seed = first + i;
            try {
                play(seed);
            } catch (AssertionError e) {
                throw new AssertionError("-Drules.seed=%s: %s".formatted(seed, e.getMessage()), e);
            }
        }
    }

    private void play(long seed) {
        random = new Random(seed);
        clear();
        withoutRules();
        forget();
        ids.clear();
        if (random.nextBoolean()) {
            claimWithoutRules();
        }
        change();
        for (int i = 0; i < LENGTH; i++) {
            step();
        }
        endOrRename();
        everybodyHasItsTurn();
    }

    private void step() {
        switch (random.nextInt(22)) {
            case 0, 1, 2 -> enqueue();
            case 3, 4, 5 -> claim(1 + random.nextInt(random.nextBoolean() ? 2 : 8));
            case 6, 7 -> ofHeld(task -> end(task, outcome()));
            case 8 -> loseSome();
            case 9 -> ofKnown(id -> ifAllowed(() -> queue.cancel(id)));
            case 10 -> retry();
            case 11 -> flood();
            case 12 ->
                ofKnown(id -> rows.execute(
                        "update rowmill_task set crashes = 2, started = coalesce(started, now()) where status = 'queued' and id = "
                                + id));
            case 13 -> claimSuspect();
            case 14 -> unblock(KEYS.get(random.nextInt(3)));
            case 15 -> takeTurns();
            case 16 -> rules("paused_types = '%s'".formatted(random.nextBoolean() ? "{}" : "{other}"));
            case 17 -> claim(ROOM_FOR_ALL + random.nextInt(3));
            case 18 -> endOpenClaim();
            case 19 -> spoilAnotherQueue();
            case 20 -> dieAgain();
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
        if (open.isEmpty()) {
            onSlow("rollback"); // nothing was due, and an open claim would hold up all others to the end
        }
    }

    /** Commits or rolls back the open claim. If none is open, completes the tasks of an earlier one. */
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

    @Override
    boolean isHeldUp() {
        return !open.isEmpty();
    }

    private void spoilAnotherQueue() {
        rows.execute("insert into rowmill_queue (name) values ('odd') on conflict do nothing");
        String[] columns =
                rows.text(OddValues.COLUMNS.formatted("rowmill_queue")).split(";");
        String column = random.nextBoolean() ? "paused_types=text[]" : columns[random.nextInt(columns.length)];
        List<String> values = OddValues.of(column.split("=")[1]);
        String value = values.get(random.nextInt(values.size()));
        try {
            rows.execute("update rowmill_queue set %s = %s where name = 'odd'".formatted(column.split("=")[0], value));
        } catch (IllegalStateException e) {
            assertThat(e.getCause()).as("refused").isInstanceOf(SQLException.class);
        }
        queues.resume("elsewhere"); // the next enqueue reads all rules again
    }

    /** Ends the open claim and expires its tasks. Then removes either the rates and pauses, or all rules. */
    private void endOrRename() {
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
            lift();
        }
    }

    /**
     * Enqueues more tasks of a key than a claim looks at. They are due, or due later but ahead of a task that is due.
     */
    private void flood() {
        String key = KEYS.get(random.nextInt(KEYS.size()));
        int priority = random.nextInt(2);
        boolean isLate = random.nextBoolean();
        NewTask task = NewTask.of("noop").queue(QUEUE).key(key).priority(priority);
        NewTask one = isLate ? task.delay(Duration.ofHours(1)) : task;
        for (int i = 0; i < 12; i++) {
            ids.add(queue.enqueue(one).id());
        }
        if (isLate) {
            ids.add(queue.enqueue(task.priority(priority + 1)).id());
            enqueueSome(ROOM_FOR_ALL + 1);
            claim(ROOM_FOR_ALL);
        }
    }

    /**
     * Claims one task after another while earlier ones end. A key that has waited longest keeps its turn until its
     * weight is used up.
     */
    private void takeTurns() {
        enqueueSome(WEIGHT * 2);
        claim(ROOM_FOR_ALL);
        for (int i = 0; i < WEIGHT * 2; i++) {
            endAll();
            turnOfTheHeavyKeyComes();
            claim(1);
        }
    }

    private void enqueueSome(int count) {
        for (int i = 0; i < count; i++) {
            ids.add(queue.enqueue(NewTask.of("noop").queue(QUEUE).key(HEAVY)).id());
        }
    }

    /** Retries a dead task that no longer blocked its key, and gives it up again. Then it blocks its key as before. */
    private void dieAgain() {
        ofHeld(task -> {
            end(task, giveUp());
            if (!ids("status = 'dead'").contains(task.id())) {
                return; // its lease was lost before
            }
            if (task.key() != null) {
                unblock(task.key());
            }
            queue.retry(task.id());
            passed.remove(task.id());
            claim(ROOM_FOR_ALL);
            held.stream().filter(again -> again.id() == task.id()).findFirst().ifPresent(again -> end(again, giveUp()));
            claim(ROOM_FOR_ALL);
        });
    }

    private static Outcome giveUp() {
        return Outcome.giveUp(new IllegalStateException("no"));
    }

    /** Retries a task that has ended, preferably one that no longer blocks its key. */
    private void retry() {
        List<Long> again = passed.isEmpty() || random.nextInt(4) == 0
                ? ids("status in ('dead', 'cancelled')")
                : List.copyOf(passed);
        if (!again.isEmpty()) {
            long id = again.get(random.nextInt(again.size()));
            queue.retry(id);
            passed.remove(id);
        }
    }

    private List<Long> ids(String condition) {
        String found = rows.text("select string_agg(id || '', ',' order by id) from rowmill_task where " + condition);
        return found == null
                ? List.of()
                : Arrays.stream(found.split(",")).map(Long::valueOf).toList();
    }

    private void unblock(String key) {
        List<Long> dead = ids("status = 'dead' and key = '%s'".formatted(key));
        queues.unblock(QUEUE, key);
        passed.addAll(dead);
    }

    private Outcome outcome() {
        if (rules.blocks() && random.nextBoolean()) {
            return giveUp();
        }
        return switch (random.nextInt(7)) {
            case 0 -> Outcome.retry(new IllegalStateException("again"), Duration.ofHours(random.nextInt(2)));
            case 1, 2 -> giveUp();
            case 3 -> Outcome.snooze(Duration.ofMinutes(random.nextInt(2)));
            default -> Outcome.succeeded();
        };
    }

    private void ofHeld(Consumer<Claimed> verb) {
        if (!held.isEmpty()) {
            verb.accept(held.get(random.nextInt(held.size())));
        }
    }

    /** Applies a verb to a task that no open claim has locked. */
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

    /** Sets random rules, or some that belong together. */
    private void change() {
        set(
                switch (random.nextInt(5)) {
                    case 0 -> new Rules(0, 2 + random.nextInt(2), 0, 5, false, false, random.nextBoolean(), true);
                    case 1 -> new Rules(0, 0, 0, 0, true, true, false, false);
                    case 2 ->
                        new Rules(0, random.nextBoolean() ? 2 : 0, 0, 0, false, false, true, random.nextBoolean());
                    default -> any();
                });
    }

    private Rules any() {
        boolean ordered = random.nextInt(3) == 0;
        return new Rules(
                random.nextInt(4) == 0 ? one(LIMITS) : 0,
                ordered || random.nextBoolean() ? 0 : one(LIMITS),
                0,
                random.nextInt(3) == 0 ? one(BURSTS) : 0,
                ordered,
                ordered && random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    private int one(int[] numbers) {
        return numbers[random.nextInt(numbers.length)];
    }
}
