package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.sweep.Expirer;
import io.github.rowmill.engine.sweep.Trimmer;
import io.github.rowmill.feature.change.TaskChanges;
import io.github.rowmill.feature.step.SignalDelivery;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskChange;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests each rule of a queue with each verb that writes what the rule may read. The verb meets tasks that run, wait,
 * are due or are dead. Each claim before and after it is judged, and at the end no task may be forgotten.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
public class RulesAndVerbsTest extends JudgedTest {

    @Inject
    Claimant claimant;

    @Inject
    Queues queues;

    @Inject
    TaskChanges changes;

    @Inject
    Expirer expirer;

    @Inject
    Trimmer trimmer;

    @Inject
    SignalDelivery delivery;

    /** A rule of a queue, or rules that belong together. */
    public enum Rule {
        CONCURRENCY(new Rules(2, 0, 0, 0, false, false, false, false)),
        PER_KEY(new Rules(0, 1, 0, 0, false, false, false, false)),
        ORDERED(new Rules(0, 0, 0, 0, true, false, false, false)),
        BLOCKS(new Rules(0, 0, 0, 0, true, true, false, false)),
        FAIR(new Rules(0, 0, 0, 0, false, false, true, false)),
        KEY_WEIGHTS(new Rules(0, 2, 0, 0, false, false, true, true)),
        RATE(new Rules(0, 0, 4, 0, false, false, false, false)),
        KEY_RATE(new Rules(0, 2, 0, 4, false, false, false, true));

        private final Rules rules;

        Rule(Rules rules) {
            this.rules = rules;
        }
    }

    /** An action on tasks, keys or queues. */
    public enum Verb {
        ENQUEUE(test -> test.enqueue("a", -1)),
        ENQUEUE_BY_SQL(
                test -> test.rows.execute(
                        "insert into rowmill_task (type, queue, key, priority) values ('noop', 'turns', 'a', -1), ('noop', 'turns', 'b', 2)")),
        REPLACE(test -> {
            NewTask task = NewTask.of("noop").queue(QUEUE).key("b").uniqueKey("u");
            test.queue.enqueue(task.delay(Duration.ofHours(1)));
            test.queue.enqueue(task.priority(-1).onDuplicate(OnDuplicate.REPLACE));
        }),
        CLAIM_SUSPECT(test -> {
            test.rows.execute("update rowmill_task set crashes = 2 where status = 'queued' and mod(id, 2) = 0");
            test.claimSuspect();
            test.claimSuspect();
        }),
        COMPLETE(JudgedTest::endAll),
        FAIL(test -> test.endFirst(Outcome.retry(new IllegalStateException("again"), Duration.ZERO))),
        FAIL_FOR_A_WHILE(test -> test.endFirst(Outcome.retry(new IllegalStateException("again"), Duration.ofHours(1)))),
        SNOOZE(test -> test.endFirst(Outcome.snooze(Duration.ofMinutes(1)))),
        GIVE_UP(RulesAndVerbsTest::giveUp),
        RELEASE(test -> test.giveBack(Verdict.Released::new)),
        SUSPEND(RulesAndVerbsTest::suspend),
        SIGNAL(test -> {
            test.suspend();
            test.ids("status = 'queued' and awaits = 'go'").forEach(id -> test.queue.signal(id, "go", true));
            test.delivery.sweepOnce(Duration.ZERO);
        }),
        RECOVER(test -> test.first().ifPresent(task -> {
            test.rows.execute("update rowmill_task set expiry = now() where id = " + task.id());
            test.recoverer.recoverOnce();
            test.held.remove(task);
        })),
        CANCEL_WHAT_WAITS(
                test -> test.ids("status in ('queued', 'waiting')").limit(2).forEach(test.queue::cancel)),
        CANCEL_WHAT_RUNS(test -> test.first().ifPresent(task -> {
            test.queue.cancel(task.id());
            test.endListener.over(task);
            test.held.remove(task);
        })),
        EXPIRE(test -> {
            test.rows.execute(
                    "update rowmill_task set expires_at = now() - interval '1 s' where status in ('queued', 'waiting') and id = (select max(id) from rowmill_task where key = 'b' and started is null)");
            test.expirer.expireOnce();
        }),
        RETRY(test -> {
            test.giveUp();
            test.ids("status = 'dead' and attempts > 0").forEach(test.queue::retry);
        }),
        RETRY_WITH_A_PATCH(test -> {
            test.giveUp();
            test.ids("status = 'dead' and attempts > 0")
                    .forEach(id -> test.queue.retry(
                            id, RetryOptions.NONE.patch("{\"patched\": true}").attempts(3)));
        }),
        UNBLOCK(test -> {
            test.giveUp();
            test.unblock("a");
            test.unblock("b");
        }),
        UNBLOCK_AND_RETRY(test -> {
            UNBLOCK.act.accept(test);
            test.ids("status = 'dead' and attempts > 0").forEach(id -> {
                test.queue.retry(id);
                test.passed.remove(id);
            });
            test.claim(ROOM_FOR_ALL);
            test.giveUp();
        }),
        CHANGE(test -> test.change(new TaskChange(null, 3, null, null, null, null))),
        CHANGE_WHAT_IS_DEAD(test -> {
            test.giveUp();
            test.ids("status = 'dead'")
                    .forEach(id -> test.change(id, new TaskChange(null, 3, null, null, 100, "{\"changed\": true}")));
        }),
        MOVE(test -> test.change(new TaskChange("elsewhere", null, null, null, null, null))),
        TRIM(test -> {
            test.rows.execute(
                    "update rowmill_task set finished = now() - interval '1 year' where finished is not null");
            test.trimmer.trimOnce();
        }),
        PAUSE(test -> {
            test.queues.pause(QUEUE);
            assertThat(test.claims.claim(QUEUE, TYPES, ROOM_FOR_ALL)).isEmpty();
            test.queues.resume(QUEUE);
        }),
        PAUSE_TYPE(test -> {
            test.queues.pauseType(QUEUE, "noop");
            assertThat(test.claims.claim(QUEUE, TYPES, ROOM_FOR_ALL)).isEmpty();
            test.queues.resumeType(QUEUE, "noop");
        }),
        SET_ANOTHER_RULE(test -> test.queues.change(QUEUE, rules -> rules.weight(3))),
        TAKE_THE_RULES_AWAY(test -> {
            test.rows.execute("delete from rowmill_queue");
            test.set(Rules.NONE);
        });

        private final Consumer<RulesAndVerbsTest> act;

        Verb(Consumer<RulesAndVerbsTest> act) {
            this.act = act;
        }
    }

    static Stream<Arguments> cells() {
        return Arrays.stream(Rule.values())
                .flatMap(rule -> Arrays.stream(Verb.values()).map(verb -> Arguments.of(rule, verb)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("cells")
    void aRuleHoldsWhateverAVerbWrites(Rule rule, Verb verb) {
        set(rule.rules);
        for (int i = 0; i < 6; i++) {
            enqueue("a", i % 2);
            enqueue("b", 0);
        }
        enqueue("c", 0);
        enqueue(null, 0);
        claim(2);

        for (int i = 0; i < 3; i++) {
            verb.act.accept(this);
            turnsCome();
            turnOfTheHeavyKeyComes();
            claim(1);
            claim(ROOM_FOR_ALL);
            while (held.size() > 2) {
                endFirst(Outcome.succeeded());
            }
        }

        lift();
        everybodyHasItsTurn();
    }

    private void enqueue(String key, int priority) {
        queue.enqueue(NewTask.of("noop").queue(QUEUE).key(key).priority(priority));
    }

    private Optional<Claimed> first() {
        return held.stream().findFirst();
    }

    private void endFirst(Outcome outcome) {
        first().ifPresent(task -> end(task, outcome));
    }

    private void giveBack(Function<Lease, Verdict> verdict) {
        first().ifPresent(task -> {
            verdicts.writeIfHeld(claimant, verdict.apply(task.lease()));
            endListener.over(task);
            held.remove(task);
        });
    }

    private void suspend() {
        giveBack(lease -> new Verdict.Suspended(lease, Duration.ofHours(1), "go"));
    }

    private void giveUp() {
        endFirst(Outcome.giveUp(new IllegalStateException("no")));
    }

    private void unblock(String key) {
        ids("status = 'dead' and key = '%s'".formatted(key)).forEach(passed::add);
        queues.unblock(QUEUE, key);
    }

    private void change(TaskChange change) {
        ids("status in ('queued', 'waiting') and started is null and queue = 'turns'")
                .skip(1)
                .limit(2)
                .forEach(id -> change(id, change));
    }

    private void change(long id, TaskChange change) {
        QuarkusTransaction.requiringNew().run(() -> changes.change(id, Long.parseLong(rows.of(id, "version")), change));
    }

    private Stream<Long> ids(String condition) {
        String found = rows.text("select string_agg(id || '', ',' order by id) from rowmill_task where " + condition);
        return found == null ? Stream.of() : Arrays.stream(found.split(",")).map(Long::valueOf);
    }
}
