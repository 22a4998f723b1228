package io.github.rowmill.handler;

import static io.github.rowmill.api.OnFailure.Then.GIVE_UP;
import static io.github.rowmill.api.OnFailure.Then.RETRY;
import static io.github.rowmill.api.OnFailure.Then.SNOOZE;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.handler.RetryPolicy.Rule;
import io.github.rowmill.task.Backoff;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    /** The middle of the jitter. */
    private static final double NO_JITTER = 0.5;

    private static final IOException THROWN = new IOException("disk");

    @Test
    void withoutARuleTheBackoffDecides() {
        assertThat(policy().after(THROWN, 3, NO_JITTER)).isEqualTo(new Outcome.Retry(THROWN, ofSeconds(4)));
    }

    @Test
    void ruleOfAnotherExceptionDoesNotMatter() {
        RetryPolicy policy = policy(new Rule(IllegalStateException.class, GIVE_UP, null));

        assertThat(policy.after(THROWN, 1, NO_JITTER)).isEqualTo(new Outcome.Retry(THROWN, ofSeconds(1)));
    }

    @Test
    void rulesDelayWinsOverTheBackoff() {
        RetryPolicy policy = policy(new Rule(IOException.class, RETRY, ofMinutes(9)));

        assertThat(policy.after(THROWN, 1, NO_JITTER)).isEqualTo(new Outcome.Retry(THROWN, ofMinutes(9)));
    }

    @Test
    void ruleWithoutADelayUsesTheBackoff() {
        RetryPolicy policy = policy(new Rule(IOException.class, SNOOZE, null));

        assertThat(policy.after(THROWN, 2, NO_JITTER)).isEqualTo(new Outcome.Snooze(ofSeconds(2)));
    }

    @Test
    void aRuleCanGiveUpATask() {
        RetryPolicy policy = policy(new Rule(IOException.class, GIVE_UP, null));

        assertThat(policy.after(THROWN, 1, NO_JITTER)).isEqualTo(new Outcome.GaveUp(THROWN));
    }

    @Test
    void ruleMatchesSubclasses() {
        Throwable missing = new FileNotFoundException();
        RetryPolicy policy = policy(new Rule(IOException.class, GIVE_UP, null));

        assertThat(policy.after(missing, 1, NO_JITTER)).isEqualTo(new Outcome.GaveUp(missing));
    }

    @Test
    void mostSpecificRuleWinsInWhateverOrder() {
        Throwable missing = new FileNotFoundException();
        List<Rule> rules = new ArrayList<>(List.of(
                new Rule(Throwable.class, RETRY, null),
                new Rule(FileNotFoundException.class, GIVE_UP, null),
                new Rule(IOException.class, SNOOZE, null)));

        for (int turn = 0; turn < rules.size(); turn++) {
            rules.add(rules.remove(0));

            assertThat(policy(rules.toArray(Rule[]::new)).after(missing, 1, NO_JITTER))
                    .isEqualTo(new Outcome.GaveUp(missing));
        }
    }

    /** The rules of a method come before those of its class. */
    @Test
    void firstOfTwoRulesForOneClassWins() {
        RetryPolicy policy =
                policy(new Rule(IOException.class, GIVE_UP, null), new Rule(IOException.class, SNOOZE, null));

        assertThat(policy.after(THROWN, 1, NO_JITTER)).isEqualTo(new Outcome.GaveUp(THROWN));
    }

    @Test
    void laterChangesOfTheListDoNotMatter() {
        List<Rule> rules = new ArrayList<>();
        RetryPolicy policy = new RetryPolicy(new Backoff(ofSeconds(1), ofMinutes(1)), rules);

        rules.add(new Rule(IOException.class, GIVE_UP, null));

        assertThat(policy.rules()).isEmpty();
    }

    @Test
    void aDelayIsAtMostACentury() {
        Duration century = Duration.ofDays(36_500);
        RetryPolicy policy = new RetryPolicy(
                new Backoff(century, century), List.of(new Rule(IOException.class, RETRY, century.plusDays(1))));

        assertThat(policy.after(new IllegalStateException("no rule"), 1, 0.9))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.delay()).isEqualTo(century));
        assertThat(policy.after(THROWN, 1, 0.9)).isEqualTo(new Outcome.Retry(THROWN, century));
        assertThat(policy.delay(1, 0.9)).isEqualTo(century);
    }

    private static RetryPolicy policy(Rule... rules) {
        return new RetryPolicy(new Backoff(ofSeconds(1), ofMinutes(1)), List.of(rules));
    }
}
