package io.github.rowmill.operate.search;

import io.github.rowmill.engine.read.Condition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** A field of a task that a query can search. */
enum Field {
    ID(Kind.NUMBER, Condition.ID),
    TYPE(Kind.NAME, Condition.TYPE),
    STATUS(Kind.STATE, Condition.STATUS),
    QUEUE(Kind.NAME, Condition.QUEUE),
    TAG(Kind.NAME, Condition.TAG),
    KEY(Kind.NAME, Condition.KEY),
    UNIQUE_KEY(Kind.NAME, Condition.UNIQUE_KEY),
    SCHEDULE(Kind.NAME, Condition.SCHEDULE),
    FLOW(Kind.NUMBER, Condition.FLOW),
    PART(Kind.NAME, Condition.PART),
    AWAITS(Kind.NAME, Condition.AWAITS),
    SOURCE(Kind.NAME, Condition.SOURCE),
    NODE(Kind.NAME, Condition.NODE),
    CREATED(Condition.CREATED_BEFORE, Condition.CREATED_UNTIL, Condition.CREATED_AFTER, Condition.CREATED_SINCE),
    RUN_AT(Condition.RUN_AT_BEFORE, Condition.RUN_AT_UNTIL, Condition.RUN_AT_AFTER, Condition.RUN_AT_SINCE),
    STARTED(Condition.STARTED_BEFORE, Condition.STARTED_UNTIL, Condition.STARTED_AFTER, Condition.STARTED_SINCE),
    FINISHED(Condition.FINISHED_BEFORE, Condition.FINISHED_UNTIL, Condition.FINISHED_AFTER, Condition.FINISHED_SINCE),
    ERROR(Kind.PART, Condition.ERROR),
    FAILURE(Kind.NAME, Condition.FAILURE),
    PAYLOAD(Kind.JSON, Condition.PAYLOAD);

    /** Kind of the values that a field is compared with. */
    enum Kind {
        NUMBER,
        NAME,
        STATE,
        MOMENT,
        PART,
        JSON
    }

    private final Kind kind;
    private final Map<Operator, Condition> conditions;

    Field(Kind kind, Condition is) {
        this.kind = kind;
        this.conditions = Map.of(Operator.IS, is);
    }

    Field(Condition before, Condition until, Condition after, Condition since) {
        this.kind = Kind.MOMENT;
        this.conditions =
                Map.of(Operator.BEFORE, before, Operator.UNTIL, until, Operator.AFTER, after, Operator.SINCE, since);
    }

    static Optional<Field> find(String name) {
        return Arrays.stream(values())
                .filter(field -> field.toString().equals(name))
                .findFirst();
    }

    Kind kind() {
        return kind;
    }

    boolean knows(Operator operator) {
        return conditions.containsKey(operator);
    }

    Condition condition(Operator operator) {
        return Objects.requireNonNull(conditions.get(operator));
    }

    /** Returns whether a task has at most one value of the field, and a query compares it as a whole. */
    boolean isSingle() {
        return this != TAG && (kind == Kind.NUMBER || kind == Kind.NAME || kind == Kind.STATE);
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
                .map(operator -> this + operator.sign())
                .toList();
    }

    /** Returns the field's name in a query. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
