package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import io.github.rowmill.config.QueueConfig;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks that the table of rules has every rule of the public API and of the configuration. */
class RuleFactsTest {

    private static final Iterable<RuleFact> ALL = RuleFacts.ALL;

    private static final QueueRules RATED =
            QueueRules.NONE.rate(Rate.of(5, Duration.ofHours(1))).keyRate(Rate.of(5, Duration.ofHours(1)));

    @Test
    void everyRuleOfTheApiIsInTheTable() {
        assertThat(Arrays.stream(QueueRules.class.getMethods())
                        .filter(method -> method.getReturnType() == QueueRules.class)
                        .map(Method::getName))
                .hasSizeGreaterThan(10)
                .isSubsetOf(RuleFacts.BY_NAME.keySet());
    }

    @Test
    void everySettingDeclaresTheRuleOfItsName() {
        assertThat(RuleFacts.ALL.stream()
                        .filter(fact -> fact.declared() != null)
                        .map(RuleFact::name))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(QueueConfig.Rules.class.getMethods())
                        .map(Method::getName)
                        .toList());
    }

    @Test
    void noTwoRulesHaveTheSamePlace() {
        assertThat(RuleFacts.FORM)
                .hasSizeGreaterThan(10)
                .extracting(fact -> fact.texts().formPlace())
                .doesNotHaveDuplicates();
        assertThat(RuleFacts.WORDS)
                .hasSizeGreaterThan(10)
                .extracting(fact -> fact.texts().wordsPlace())
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void aRuleThatIsSetIsReadAgain(RuleFact fact) {
        Object value = switch (fact.type()) {
            case FLAG -> true;
            case NUMBER -> 7;
            case TIME -> Duration.ofMinutes(3);
            case TYPES -> Set.of("mail");
            case WEIGHTS -> Map.of("customer-7", 3);
        };

        QueueRules rules = fact.set(RATED, value);

        assertThat(fact.get(rules)).isEqualTo(value);
        assertThat(fact.isSet(rules)).isTrue();
        assertThat(RuleFacts.ALL.stream().filter(other -> other != fact))
                .allMatch(other -> Objects.equals(other.get(rules), other.get(RATED)));
        assertThat(fact.isSet(fact.set(rules, null))).isFalse();
    }

    @Test
    void aPeriodWithoutARateIsIgnored() {
        RuleFact period = RuleFacts.BY_NAME.get("ratePeriod");

        assertThat(period.set(QueueRules.NONE, Duration.ofHours(1))).isEqualTo(QueueRules.NONE);
    }
}
