package io.github.rowmill.handler;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of a handler's payload.
 *
 * @param raw the class; for a primitive, the class of its box
 * @param arguments the type arguments of a generic class: {@code Card} of {@code List<Card>}
 */
public record PayloadType(Class<?> raw, List<PayloadType> arguments) {

    /** Creates the type of a class without type parameters. */
    public static PayloadType of(Class<?> raw) {
        return new PayloadType(raw, List.of());
    }

    /**
     * Creates a type from a list of its classes, each before its arguments, and the number of arguments of each
     * class.
     */
    public static PayloadType of(Class<?>[] classes, int[] arguments) {
        return next(
                Arrays.stream(classes).iterator(),
                Arrays.stream(arguments).boxed().iterator());
    }

    private static PayloadType next(Iterator<Class<?>> classes, Iterator<Integer> counts) {
        Class<?> raw = classes.next();
        int count = counts.next();
        return new PayloadType(
                raw, Stream.generate(() -> next(classes, counts)).limit(count).toList());
    }

    /** Returns the type for Jackson. */
    public JavaType in(TypeFactory types) {
        return arguments.isEmpty()
                ? types.constructType(raw)
                : types.constructParametricType(
                        raw,
                        arguments.stream().map(argument -> argument.in(types)).toArray(JavaType[]::new));
    }

    /** Returns the class and the classes of its arguments. */
    public Stream<Class<?>> classes() {
        return Stream.concat(Stream.of(raw), arguments.stream().flatMap(PayloadType::classes));
    }

    /** Returns the name for messages: a class with its package, or a generic class as it is written in code. */
    public String name() {
        return arguments.isEmpty() ? raw.getName() : written();
    }

    private String written() {
        String of = arguments.stream().map(PayloadType::written).collect(Collectors.joining(", "));
        return arguments.isEmpty() ? raw.getSimpleName() : "%s<%s>".formatted(raw.getSimpleName(), of);
    }
}
