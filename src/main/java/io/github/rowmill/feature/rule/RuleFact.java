package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.config.QueueConfig.Rules;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A rule of queues, with the facts to read, check, write and show it. A rate is three of these: the number of
 * starts, the period and the burst.
 *
 * @param name the name in JSON and in forms. The column and the key of the configuration have the same words.
 * @param column the column of {@code rowmill_queue}
 * @param max the largest number, or the longest time in days
 * @param absent the value if the rule is not set; null for none
 * @param access reads and sets the value
 * @param declared reads the setting; null if configuration does not declare the rule
 * @param rate the number of starts that a period or a burst belongs to; null for other rules
 * @param texts the texts for users
 */
public record RuleFact(
        String name,
        String column,
        Type type,
        int max,
        @Nullable Object absent,
        Access access,
        @Nullable Function<Rules, ?> declared,
        @Nullable RuleFact rate,
        Texts texts) {

    /** The types of rules. A number is at least 1, and a time at least a millisecond. */
    public enum Type {
        FLAG,
        NUMBER,
        TIME,
        TYPES,
        WEIGHTS
    }

    record Access(Function<QueueRules, ?> get, BiFunction<QueueRules, @Nullable Object, QueueRules> set) {}

    /**
     * The texts of a rule. An empty text is not shown.
     *
     * @param api describes the field of the REST API
     * @param formPlace orders the fields of a form
     * @param label names the field of a form
     * @param help explains the field of a form
     * @param wordsPlace orders the descriptions of rules
     * @param words describes the rule, as a format of the value and, for a rate, its period. For weights, the
     *     format has the key and its number.
     */
    public record Texts(String api, int formPlace, String label, String help, int wordsPlace, String words) {

        private static final Texts NONE = new Texts("", 0, "", "", 0, "");
    }

    @SuppressWarnings("unchecked") // a fact is set only to values that it has read or that have its type
    static <V> RuleFact of(
            Type type,
            String name,
            int max,
            @Nullable V absent,
            Function<QueueRules, V> get,
            BiFunction<QueueRules, V, QueueRules> set,
            @Nullable Function<Rules, ?> declared) {
        Access access = new Access(get, (rules, value) -> set.apply(rules, (V) value));
        return new RuleFact(name, words(name, '_'), type, max, absent, access, declared, null, Texts.NONE);
    }

    static RuleFact flag(
            String name,
            Function<QueueRules, Boolean> get,
            BiFunction<QueueRules, Boolean, QueueRules> set,
            @Nullable Function<Rules, ?> declared) {
        return of(Type.FLAG, name, 1, false, get, set, declared);
    }

    static RuleFact number(
            String name,
            int max,
            Function<QueueRules, Integer> get,
            BiFunction<QueueRules, Integer, QueueRules> set,
            Function<Rules, ?> declared) {
        return of(Type.NUMBER, name, max, null, get, set, declared);
    }

    RuleFact api(String text) {
        return with(rate, new Texts(text, texts.formPlace, texts.label, texts.help, texts.wordsPlace, texts.words));
    }

    RuleFact form(int place, String label, String help) {
        return with(rate, new Texts(texts.api, place, label, help, texts.wordsPlace, texts.words));
    }

    RuleFact words(int place, String format) {
        return with(rate, new Texts(texts.api, texts.formPlace, texts.label, texts.help, place, format));
    }

    RuleFact partOf(RuleFact starts) {
        return with(starts, texts);
    }

    private RuleFact with(@Nullable RuleFact starts, Texts changed) {
        return new RuleFact(name, column, type, max, absent, access, declared, starts, changed);
    }

    /** {@return the value, or null if the rule has none} */
    public @Nullable Object get(QueueRules rules) {
        return access.get.apply(rules);
    }

    /** Returns rules with another value of this one. Null removes the rule. */
    public QueueRules set(QueueRules rules, @Nullable Object value) {
        return access.set.apply(rules, value == null ? absent : value);
    }

    /** Returns rules with the setting, if configuration may declare the rule. */
    QueueRules declare(QueueRules rules, Rules settings) {
        if (declared == null) {
            return rules;
        }
        Object setting = declared.apply(settings);
        return set(rules, setting instanceof Optional<?> value ? value.orElse(null) : setting);
    }

    /** Returns whether the rule differs from its default. */
    public boolean isSet(QueueRules rules) {
        return !Objects.equals(get(rules), absent);
    }

    /** Returns whether the range of a number has an upper end. */
    public boolean isBounded() {
        return max < Integer.MAX_VALUE;
    }

    /** Returns the last part of the key of the configuration. */
    String key() {
        return words(name, '-');
    }

    private static String words(String name, char separator) {
        return name.replaceAll("([A-Z])", separator + "$1").toLowerCase(Locale.ROOT);
    }
}
