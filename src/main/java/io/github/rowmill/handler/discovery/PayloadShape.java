package io.github.rowmill.handler.discovery;

import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.types.PrimitiveType.PrimitiveKind;
import jakarta.enterprise.lang.model.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The type of a handler's payload, in the form that the build passes to the start.
 *
 * @param classes the classes, each before its type arguments
 * @param arguments the number of type arguments of each class
 */
record PayloadShape(List<ClassInfo> classes, List<Integer> arguments) {

    private static final Map<PrimitiveKind, Class<?>> BOXES = Map.of(
            PrimitiveKind.BOOLEAN, Boolean.class,
            PrimitiveKind.BYTE, Byte.class,
            PrimitiveKind.SHORT, Short.class,
            PrimitiveKind.INT, Integer.class,
            PrimitiveKind.LONG, Long.class,
            PrimitiveKind.FLOAT, Float.class,
            PrimitiveKind.DOUBLE, Double.class,
            PrimitiveKind.CHAR, Character.class);

    /**
     * Returns the reason that a parameter of this type cannot be a payload.
     *
     * @return empty if it can
     */
    static Optional<String> refusal(Type type) {
        return switch (type.kind()) {
            case ARRAY -> Optional.of(written(type) + " is an array; use a List");
            case WILDCARD_TYPE -> Optional.of("the class of ? is not known");
            case TYPE_VARIABLE ->
                Optional.of("the class of %s is not known here; declare the method in a class that defines it"
                        .formatted(written(type)));
            case PARAMETERIZED_TYPE ->
                type.asParameterizedType().typeArguments().stream()
                        .flatMap(argument -> refusal(argument).stream())
                        .findFirst();
            default -> Optional.empty();
        };
    }

    /** Returns the shape of a type that {@link #refusal} accepts. */
    static PayloadShape of(Type type, Types types) {
        PayloadShape shape = new PayloadShape(new ArrayList<>(), new ArrayList<>());
        shape.add(type, types);
        return shape;
    }

    private void add(Type type, Types types) {
        switch (type.kind()) {
            case PRIMITIVE -> add(types.of(BOXES.get(type.asPrimitive().primitiveKind())), types);
            case PARAMETERIZED_TYPE -> {
                List<Type> of = type.asParameterizedType().typeArguments();
                add(type.asParameterizedType().declaration(), of.size());
                of.forEach(argument -> add(argument, types));
            }
            default -> add(type.asClass().declaration(), 0);
        }
    }

    private void add(ClassInfo one, int of) {
        classes.add(one);
        arguments.add(of);
    }

    /** Returns the type as a developer writes it. */
    static String written(Type type) {
        return switch (type.kind()) {
            case CLASS -> type.asClass().declaration().simpleName();
            case PRIMITIVE -> type.asPrimitive().name();
            case TYPE_VARIABLE -> type.asTypeVariable().name();
            case ARRAY -> written(type.asArray().componentType()) + "[]";
            case PARAMETERIZED_TYPE ->
                type.asParameterizedType().declaration().simpleName()
                        + type.asParameterizedType().typeArguments().stream()
                                .map(PayloadShape::written)
                                .collect(Collectors.joining(", ", "<", ">"));
            default -> "?";
        };
    }
}
