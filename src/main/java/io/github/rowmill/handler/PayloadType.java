package io.github.rowmill.handler;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a handler takes.
 *
 * @param raw the class; a primitive's is that of its box
 * @param arguments what it is of, if it is generic: {@code Card} of {@code List<Card>}
 */
public record PayloadType(Class<?> raw, List<PayloadType> arguments) {

    /** A class without type parameters. */
    public static PayloadType of(Class<?> raw) {
        return new PayloadType(raw, List.of());
    }

    /** The type whose classes stand in this order, each before its arguments, with the number of these. */
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

    /** As Jackson calls it. */
    public JavaType in(TypeFactory types) {
        return arguments.isEmpty()
                ? types.constructType(raw)
                : types.constructParametricType(
                        raw,
                        arguments.stream().map(argument -> argument.in(types)).toArray(JavaType[]::new));
    }

    /** The class and those of its arguments. */
    public Stream<Class<?>> classes() {
        return Stream.concat(Stream.of(raw), arguments.stream().flatMap(PayloadType::classes));
    }

    /** For messages: a class with its package, a generic one as it is written. */
    public String name() {
        return arguments.isEmpty() ? raw.getName() : written();
    }

    private String written() {
        String of = arguments.stream().map(PayloadType::written).collect(Collectors.joining(", "));
        return arguments.isEmpty() ? raw.getSimpleName() : "%s<%s>".formatted(raw.getSimpleName(), of);
    }
}
