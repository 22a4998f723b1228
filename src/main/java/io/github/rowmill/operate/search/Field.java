package io.github.rowmill.operate.search;

import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Condition.Comparison;
import io.github.rowmill.engine.read.Condition.Kind;
import io.github.rowmill.engine.read.Operator;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** A field of a task that a query can search. {@link Condition} defines the fields. */
record Field(String name, Kind kind, Map<Operator, Condition> conditions) {

    /** All fields, in the order in which messages list them. */
    static final List<Field> ALL = all();

    private static List<Field> all() {
        Map<String, Field> fields = new LinkedHashMap<>();
        for (Condition condition : Condition.values()) {
            Comparison comparison = condition.comparison();
            if (comparison != null) {
                fields.computeIfAbsent(
                                comparison.field(),
                                name -> new Field(name, comparison.kind(), new EnumMap<>(Operator.class)))
                        .conditions
                        .put(comparison.operator(), condition);
            }
        }
        return List.copyOf(fields.values());
    }

    static Optional<Field> find(String name) {
        return ALL.stream().filter(field -> field.name.equals(name)).findFirst();
    }

    boolean knows(Operator operator) {
        return conditions.containsKey(operator);
    }

    Condition condition(Operator operator) {
        return Objects.requireNonNull(conditions.get(operator));
    }

    /** Returns whether a query compares values within the field's JSON. */
    boolean isJson() {
        return kind == Kind.JSON;
    }

    /** Returns whether a task has at most one value of the field, and a query compares it as a whole. */
    boolean isSingle() {
        return !conditions.containsValue(Condition.TAG)
                && (kind == Kind.NUMBER || kind == Kind.NAME || kind == Kind.STATE);
    }

    /** Returns the signs that may follow the field. */
    String signs() {
        return Arrays.stream(Operator.values())
                .filter(this::knows)
                .map(Operator::sign)
                .collect(Collectors.joining(" or "));
    }

    /** Returns the beginnings of the field's terms, for example {@code created>}. */
    List<String> beginnings() {
        return Arrays.stream(Operator.values())
                .filter(this::knows)
                .map(operator -> name + operator.sign())
                .toList();
    }

    /** Returns the field's name in a query. */
    @Override
    public String toString() {
        return name;
    }
}
