package io.github.rowmill.feature.rule;

import static io.github.rowmill.config.RuleRange.AGEING_DAYS;
import static io.github.rowmill.config.RuleRange.STARTS;
import static io.github.rowmill.config.RuleRange.TASKS;
import static io.github.rowmill.feature.rule.RuleFact.flag;
import static io.github.rowmill.feature.rule.RuleFact.number;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.config.QueueConfig.Rules;
import io.github.rowmill.config.RuleRange;
import io.github.rowmill.feature.rule.RuleFact.Texts;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * All rules of queues. Rows, checks, configuration, REST, forms and the audit read this table. A new rule is a
 * constant here, and an entry in {@link #ALL}. Places are steps of ten, so that a new rule fits between two others.
 */
public final class RuleFacts {

    private RuleFacts() {}

    private static final RuleFact PAUSED =
            flag("paused", QueueRules::paused, QueueRules::paused, null).api("True if none of its tasks are started.");

    private static final RuleFact PAUSED_TYPES = RuleFact.<Set<String>>of(
                    RuleFact.Type.TYPES,
                    "pausedTypes",
                    1,
                    Set.of(),
                    q -> new TreeSet<>(q.pausedTypes()),
                    QueueRules::pausedTypes,
                    null)
            .api("Types whose tasks are not started.");

    private static final RuleFact DEPTH = number("depth", TASKS, QueueRules::depth, QueueRules::depth, Rules::depth)
            .api("Most tasks that wait, or null for no limit.")
            .form(70, "Waiting tasks, at most", "More tasks are refused.")
            .words(50, "%s wait at most");

    private static final RuleFact CONCURRENCY = number(
                    "concurrency", TASKS, QueueRules::concurrency, QueueRules::concurrency, Rules::concurrency)
            .api("Most tasks that execute at once, or null for no limit.")
            .form(10, "Running in the cluster, at most", "")
            .words(10, "%s in the cluster");

    private static final RuleFact PER_KEY = number(
                    "perKey", STARTS, QueueRules::perKey, QueueRules::perKey, Rules::perKey)
            .api("Most tasks of a key that execute at once, or null for no limit.")
            .form(20, "Running per key, at most", "")
            .words(20, "%s a key");

    private static final RateFacts RATES = new RateFacts("rate", QueueRules::rate, QueueRules::rate);

    private static final RuleFact RATE = RATES.starts(Rules::rate)
            .api("Most starts in a period, or null for no limit.")
            .form(30, "Starts", "")
            .words(30, "%s %s");

    private static final RuleFact RATE_PERIOD =
            RATES.period(Rules::ratePeriod).partOf(RATE).form(40, "per", "");

    private static final RuleFact RATE_BURST =
            RATES.burst(Rules::rateBurst).partOf(RATE).api("Most starts at once after a time without starts.");

    private static final RateFacts KEY_RATES = new RateFacts("keyRate", QueueRules::keyRate, QueueRules::keyRate);

    private static final RuleFact KEY_RATE = KEY_RATES
            .starts(Rules::keyRate)
            .api("Most starts of tasks of a key in a period, or null for no limit.")
            .form(50, "Starts per key", "")
            .words(40, "%s %s of a key");

    private static final RuleFact KEY_RATE_PERIOD =
            KEY_RATES.period(Rules::keyRatePeriod).partOf(KEY_RATE).form(60, "per", "");

    private static final RuleFact KEY_RATE_BURST =
            KEY_RATES.burst(Rules::keyRateBurst).partOf(KEY_RATE).api("Like rateBurst, but for each key.");

    private static final RuleFact ORDERED = flag("ordered", QueueRules::ordered, QueueRules::ordered, Rules::ordered)
            .api("True if the tasks of a key run one after the other.")
            .form(100, "Run the tasks of a key in order", "")
            .words(60, "each key in order");

    private static final RuleFact BLOCKS = flag("blocks", QueueRules::blocks, QueueRules::blocks, Rules::blocks)
            .api("True if a dead task blocks the tasks behind it in an ordered queue.")
            .form(110, "A dead task blocks its key", "")
            .words(70, "a dead task blocks it");

    private static final RuleFact FAIR = flag("fair", QueueRules::fair, QueueRules::fair, Rules::fair)
            .api("True if keys take turns.")
            .form(120, "Keys take turns", "")
            .words(80, "keys take turns");

    private static final RuleFact LIFO = flag("lifo", QueueRules::lifo, QueueRules::lifo, Rules::lifo)
            .api("True if, with the same type and priority, the task with the latest runAt comes first.")
            .form(140, "Newest first", "")
            .words(100, "newest first");

    private static final RuleFact AGEING = RuleFact.<Duration>of(
                    RuleFact.Type.TIME,
                    "ageing",
                    AGEING_DAYS,
                    null,
                    QueueRules::ageing,
                    QueueRules::ageing,
                    Rules::ageing)
            .api("The waiting time that improves the priority by one, or null if waiting does not count.")
            .form(80, "Waiting that counts as a priority", "")
            .words(110, "older ones gain priority");

    private static final RuleFact WEIGHT = RuleFact.of(
                    RuleFact.Type.NUMBER,
                    "weight",
                    RuleRange.WEIGHT,
                    1,
                    QueueRules::weight,
                    QueueRules::weight,
                    Rules::weight)
            .api("The share of the queue in the capacity of a node.")
            .form(90, "Share of a node’s capacity", "")
            .words(120, "weight %s");

    private static final RuleFact KEY_WEIGHTS = RuleFact.<Map<String, Integer>>of(
                    RuleFact.Type.WEIGHTS,
                    "keyWeights",
                    RuleRange.WEIGHT,
                    Map.of(),
                    q -> new TreeMap<>(q.keyWeights()),
                    QueueRules::keyWeights,
                    Rules::keyWeights)
            .api("How many tasks each key starts in a turn, 1 to 1000. Keys that are not listed start 1.")
            .form(130, "Tasks of a key per turn", "One key per line. Other keys take one task.")
            .words(90, "%s takes %s in a turn");

    /** All rules in the order of JSON. A rate comes before its period and its burst. */
    public static final List<RuleFact> ALL = List.of(
            PAUSED,
            PAUSED_TYPES,
            DEPTH,
            CONCURRENCY,
            PER_KEY,
            RATE,
            RATE_PERIOD,
            RATE_BURST,
            KEY_RATE,
            KEY_RATE_PERIOD,
            KEY_RATE_BURST,
            ORDERED,
            BLOCKS,
            FAIR,
            LIFO,
            AGEING,
            WEIGHT,
            KEY_WEIGHTS);

    /** All rules by their names. */
    public static final Map<String, RuleFact> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(RuleFact::name, Function.identity()));

    /** The fields of the form, from top to bottom. */
    public static final List<RuleFact> FORM = shown(Texts::label, Texts::formPlace);

    /** The rules that are described in words, in the order of the words. */
    public static final List<RuleFact> WORDS = shown(Texts::words, Texts::wordsPlace);

    private static List<RuleFact> shown(Function<Texts, String> text, ToIntFunction<Texts> place) {
        return ALL.stream()
                .filter(fact -> !text.apply(fact.texts()).isEmpty())
                .sorted(Comparator.comparingInt(fact -> place.applyAsInt(fact.texts())))
                .toList();
    }

    /** Returns the period and the burst of a rate; empty if the rule is no rate. */
    public static List<RuleFact> partsOf(RuleFact rate) {
        return ALL.stream().filter(fact -> rate.equals(fact.rate())).toList();
    }
}
