package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random sequences of all that happens to tasks of a queue whose rules change all the while: enqueues, claims, ends of all
 * kinds, leases that run out, cancels, retries by an admin. Each claim is judged by the rows of before and after it; and at
 * the end of a sequence nobody may have been forgotten. A failure names its seed: {@code -Drules.seed=…} plays it alone.
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

    private final List<Claimed> held = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();
    private Random random = new Random(0);
    private Rules rules = Rules.NONE;

    /** Those of this moment; 0: no limit. */
    private record Rules(int perKey, int concurrency, boolean ordered, boolean blocks, boolean fair) {

        static final Rules NONE = new Rules(0, 0, false, false, false);

        int mostOfKey() {
            return ordered ? 1 : perKey == 0 ? Integer.MAX_VALUE : perKey;
        }
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
        change();
        for (int i = 0; i < LENGTH; i++) {
            step();
        }
        everybodyHasItsTurn();
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> enqueue();
            case 3, 4, 5 -> claim(1 + random.nextInt(5));
            case 6, 7 -> ofHeld(task -> end(task, outcome()));
            case 8 -> loseSome();
            case 9 -> ofKnown(id -> ifAllowed(() -> queue.cancel(id)));
            case 10 -> ofKnown(id -> ifAllowed(() -> queue.retry(id)));
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

    private Outcome outcome() {
        return switch (random.nextInt(6)) {
            case 0 -> Outcome.retry(new IllegalStateException("again"), Duration.ofHours(random.nextInt(2)));
            case 1 -> Outcome.giveUp(new IllegalStateException("no"));
            case 2 -> Outcome.snooze(Duration.ofMinutes(random.nextInt(2)));
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

    private void ofKnown(Consumer<Long> verb) {
        if (!ids.isEmpty()) {
            verb.accept(ids.get(random.nextInt(ids.size())));
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
    }

    private void change() {
        boolean ordered = random.nextInt(3) == 0;
        rules = new Rules(
                ordered || random.nextBoolean() ? 0 : LIMITS[random.nextInt(LIMITS.length)],
                random.nextInt(4) == 0 ? LIMITS[random.nextInt(LIMITS.length)] : 0,
                ordered,
                ordered && random.nextBoolean(),
                random.nextBoolean());
        rules(
                "per_key = nullif(%d, 0), concurrency = nullif(%d, 0), ordered = %s, blocks = %s, fair = %s, key_weights = '%s'"
                        .formatted(
                                rules.perKey(),
                                rules.concurrency(),
                                rules.ordered(),
                                rules.blocks(),
                                rules.fair(),
                                random.nextBoolean() ? "{}" : "{\"a\": 3}"));
    }

    @Override
    List<Claimed> claim(int room) {
        Map<String, String> heads = rules.ordered() ? heads() : Map.of();
        List<Claimed> started = super.claim(room);
        held.addAll(started);
        assertThat(started).as("room for %d", room).hasSizeLessThanOrEqualTo(room);
        if (!started.isEmpty() && rules.concurrency() > 0) {
            assertThat(executing("")).as("%s", rules).isLessThanOrEqualTo(rules.concurrency());
        }
        for (Claimed task : started) {
            String key = task.key();
            if (key != null) {
                assertThat(executing("and key = '%s'".formatted(key)))
                        .as("key %s, %s", key, rules)
                        .isLessThanOrEqualTo(rules.mostOfKey());
            }
            if (key != null && rules.ordered()) {
                assertThat(String.valueOf(task.id()))
                        .as("whose turn it is of key %s, %s", key, rules)
                        .isEqualTo(heads.get(key));
            }
        }
        return started;
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
                   and not (%s and exists (select from rowmill_task t where t.key = k.key and t.status = 'dead' and t.passed is null))
                """.formatted(rules.blocks()));
        return heads == null
                ? Map.of()
                : Arrays.stream(heads.split(" "))
                        .map(head -> head.split("="))
                        .collect(Collectors.toMap(head -> head[0], head -> head[1]));
    }

    /** All end well from now on: what no rule holds up has to end. */
    private void everybodyHasItsTurn() {
        for (int i = 0; i < 2 * ids.size() + 2; i++) {
            passTime();
            claim(10);
            List.copyOf(held).forEach(task -> end(task, Outcome.succeeded()));
        }
        assertThat(rows.number("""
                select count(*)
                  from rowmill_task t
                 where t.status in ('queued', 'waiting', 'executing')
                   and not (%s and exists (select from rowmill_task d where d.key = t.key and d.status = 'dead' and d.passed is null))
                """.formatted(rules.blocks())))
                .as("forgotten, %s", rules)
                .isZero();
    }
}
