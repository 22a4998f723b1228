package io.github.rowmill.handler.discovery;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.handler.ReturnTypes;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.lang.model.types.Type;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the type of the result that a handler keeps with its task. */
final class ResultShape {

    /** Return types whose values are no result, or whose class says nothing about the result. */
    private static final Set<String> NONE =
            Set.of(Void.class.getName(), Object.class.getName(), Outcome.class.getName());

    private ResultShape() {}

    /**
     * Returns the shape of the result.
     *
     * @param names returns the names of the class and all supertypes of a type
     * @return null if the handler returns none, or if its class is not known before the call
     */
    static @Nullable PayloadShape of(Type returned, Types types, Function<Type, Set<String>> names) {
        if (returned.isVoid() || PayloadShape.refusal(returned).isPresent()) {
            return null;
        }
        Set<String> all = names.apply(returned);
        if (ReturnTypes.isAwaited(all)) {
            return returned.isParameterizedType()
                            && returned.asParameterizedType().typeArguments().size() == 1
                    ? of(returned.asParameterizedType().typeArguments().get(0), types, names)
                    : null;
        }
        boolean isNone = returned.isClass()
                && (NONE.contains(returned.asClass().declaration().name()) || all.contains(Outcome.class.getName()));
        return isNone ? null : PayloadShape.of(returned, types);
    }
}
