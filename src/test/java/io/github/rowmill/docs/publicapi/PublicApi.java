package io.github.rowmill.docs.publicapi;

import java.lang.annotation.Target;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes the public and protected parts of types as lines of text, in a fixed order. */
final class PublicApi {

    /** The superclasses that the kind of a type implies. */
    private static final Set<Class<?>> IMPLIED = Set.of(Object.class, Enum.class, Record.class);

    private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");

    private PublicApi() {}

    /** Returns the lines of a type and of its public and protected nested types, or none if the type is hidden. */
    static Stream<String> of(Class<?> type) {
        if (!isVisible(type.getModifiers())) {
            return Stream.empty();
        }
        Stream<String> members = members(type).distinct().sorted().map(line -> "    " + line);
        Stream<String> nested = Arrays.stream(type.getDeclaredClasses())
                .sorted(Comparator.comparing(Class::getName))
                .flatMap(PublicApi::of);
        return Stream.of(Stream.of(head(type)), members, nested).flatMap(lines -> lines);
    }

    private static Stream<String> members(Class<?> type) {
        Stream<String> constructors = type.isEnum()
                ? Stream.empty()
                : Arrays.stream(type.getDeclaredConstructors())
                        .filter(PublicApi::isVisible)
                        .map(Executable::toGenericString);
        Stream<String> components = type.isRecord()
                ? Stream.of("record"
                        + joined(Arrays.stream(type.getRecordComponents()).map(PublicApi::component)))
                : Stream.empty();
        Stream<String> targets = type.isAnnotationPresent(Target.class)
                ? Stream.of("target "
                        + Arrays.toString(type.getAnnotation(Target.class).value()))
                : Stream.empty();
        return Stream.of(constructors, components, targets, inheritable(type)).flatMap(lines -> lines);
    }

    /** Returns fields and methods. Callers also see those that a hidden supertype declares. */
    private static Stream<String> inheritable(Class<?> type) {
        Stream<String> fields = Arrays.stream(type.getDeclaredFields())
                .filter(field -> isVisible(field.getModifiers()) && !field.isSynthetic())
                .map(PublicApi::field);
        Stream<String> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> isVisible(method) && !isOfEveryRecord(method))
                .map(PublicApi::method);
        Stream<String> hidden = Stream.concat(
                        Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .filter(supertype -> !isVisible(supertype.getModifiers()))
                .flatMap(PublicApi::inheritable);
        return Stream.of(fields, methods, hidden).flatMap(lines -> lines);
    }

    private static String head(Class<?> type) {
        List<Type> interfaces = List.of(type.getGenericInterfaces());
        Type above = type.getGenericSuperclass();
        return modifiers(type) + kind(type) + " " + type.getName() + variables(type)
                + (above == null || IMPLIED.contains(type.getSuperclass()) ? "" : " extends " + above.getTypeName())
                + (interfaces.isEmpty() || type.isAnnotation() ? "" : " implements " + names(interfaces))
                + (type.isSealed() ? " permits " + names(List.of(type.getPermittedSubclasses())) : "");
    }

    /**
     * Returns only the modifiers that matter to callers. Interfaces are always abstract, and enums are always final.
     */
    private static String modifiers(Class<?> type) {
        int all = type.getModifiers();
        boolean plain = !type.isInterface() && !type.isEnum() && !type.isRecord();
        return (Modifier.isPublic(all) ? "public " : "protected ")
                + (Modifier.isStatic(all) && plain ? "static " : "")
                + (Modifier.isAbstract(all) && plain ? "abstract " : "")
                + (Modifier.isFinal(all) && plain ? "final " : "");
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "annotation";
        }
        return type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    }

    private static String variables(Class<?> type) {
        return type.getTypeParameters().length == 0
                ? ""
                : Arrays.stream(type.getTypeParameters())
                        .map(PublicApi::variable)
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String variable(TypeVariable<?> variable) {
        List<Type> bounds = List.of(variable.getBounds());
        return bounds.equals(List.of(Object.class)) ? variable.getName() : variable + " extends " + names(bounds);
    }

    private static String component(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    /** The compiler copies the values of constants into callers, so a value is part of the API. */
    private static String field(Field field) {
        boolean constant = Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        try {
            return field.toGenericString() + (constant ? " = " + field.get(null) : "");
        } catch (IllegalAccessException e) {
            return field.toGenericString();
        }
    }

    private static String method(Method method) {
        Object standard = method.getDefaultValue();
        if (standard == null) {
            return method.toGenericString();
        }
        String value =
                standard.getClass().isArray() ? Arrays.deepToString(new Object[] {standard}) : "[" + standard + "]";
        return method.toGenericString() + " default " + value;
    }

    /** Returns whether the compiler added the method to a record. Only these methods are final. */
    private static boolean isOfEveryRecord(Method method) {
        return method.getDeclaringClass().isRecord()
                && Modifier.isFinal(method.getModifiers())
                && OF_EVERY_RECORD.contains(method.getName());
    }

    private static String names(List<? extends Type> types) {
        return types.stream().map(Type::getTypeName).sorted().collect(Collectors.joining(", "));
    }

    private static String joined(Stream<String> parts) {
        return parts.collect(Collectors.joining(", ", "(", ")"));
    }

    private static boolean isVisible(Executable member) {
        return isVisible(member.getModifiers()) && !member.isSynthetic();
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
