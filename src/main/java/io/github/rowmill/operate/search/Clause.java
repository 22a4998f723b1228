package io.github.rowmill.operate.search;

import io.github.rowmill.engine.read.Operator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A term of a query, as it was written.
 *
 * @param at index of the field's first character in the query
 * @param path names within the payload; empty for other fields
 */
record Clause(int at, boolean negated, Field field, List<String> path, Operator operator, Value value) {

    private static final int MAX_PATH = 20;

    /** Reads the clause that begins at the cursor. */
    static Clause read(Cursor cursor) {
        boolean negated = cursor.take("-");
        int at = cursor.at();
        String name = cursor.takeWhile(c -> !Operator.isSign(c) && !Character.isWhitespace(c));
        Operator operator = operator(cursor);
        List<String> steps = List.of(name.split("\\.", -1));
        Field field = field(steps, at);
        if (!field.knows(operator)) {
            throw new MisreadException(at + name.length(), "expected %s after %s".formatted(field.signs(), field));
        }
        Value value = field.isJson() ? cursor.takeTextOrJson() : cursor.takeText();
        return new Clause(at, negated, field, steps.subList(1, steps.size()), operator, value);
    }

    private static Operator operator(Cursor cursor) {
        for (Operator operator : Operator.values()) {
            if (cursor.take(operator.sign())) {
                return operator;
            }
        }
        throw cursor.misread("expected : or another sign; a term is field:value");
    }

    private static Field field(List<String> steps, int at) {
        Field field = Field.find(steps.get(0))
                .orElseThrow(() -> new MisreadException(
                        at,
                        "expected a field: "
                                + Field.ALL.stream().map(Field::name).collect(Collectors.joining(", "))));
        if (steps.size() > 1 && !field.isJson()) {
            throw new MisreadException(at, "%s has no fields of its own".formatted(field));
        }
        if (steps.contains("") || steps.size() > MAX_PATH) {
            throw new MisreadException(
                    at, "expected a path of 1 to %s names, such as payload.account".formatted(MAX_PATH));
        }
        return field;
    }

    /** Returns whether a task can match one value only, so that a second clause of the field finds nothing. */
    boolean isOfOneValue() {
        return !negated && field.isSingle();
    }

    MisreadException misread(String message) {
        return new MisreadException(at, message);
    }
}
