package io.github.rowmill.payload;

import io.github.rowmill.api.Violation;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks the constraints of payloads. */
final class PayloadConstraints {

    private final Validator validator;

    PayloadConstraints(Validator validator) {
        this.validator = validator;
    }

    /** Returns what a payload breaks. Each element of a collection is checked, because a collection is no bean. */
    Stream<Violation> violations(Object payload) {
        if (payload instanceof Collection<?> elements) {
            List<?> all = new ArrayList<>(elements);
            return IntStream.range(0, all.size())
                    .boxed()
                    .flatMap(i -> all.get(i) == null ? Stream.empty() : violations("payload[" + i + "]", all.get(i)));
        }
        return violations("payload", payload);
    }

    private Stream<Violation> violations(String where, Object bean) {
        return validator.validate(bean).stream()
                .map(broken ->
                        new Violation(path(where, broken.getPropertyPath().toString()), broken.getMessage()));
    }

    /** Returns the path of a violation. A constraint of the payload's class has the empty path. */
    private static String path(String where, String inside) {
        return inside.isEmpty() ? where : StorableJson.cut(where + "." + inside);
    }
}
