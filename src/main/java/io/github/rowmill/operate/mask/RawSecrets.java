package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.github.rowmill.api.Sensitive;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds members that are {@link Sensitive} but belong to no field of Jackson's. It is
 * unknown how these are written.
 */
final class RawSecrets {

    private RawSecrets() {}

    /**
     * Returns whether a class has a sensitive member that its descriptions do not cover. Ignored fields are not
     * written, and do not count.
     */
    static boolean areLeftBy(Class<?> raw, BeanDescription written, BeanDescription read) {
        List<BeanPropertyDefinition> known = Stream.of(written, read)
                .flatMap(side -> side.findProperties().stream())
                .toList();
        Set<String> told = new HashSet<>(written.getIgnoredPropertyNames());
        Stream.of(written.findAnyGetter(), written.findJsonValueAccessor(), read.findAnySetterAccessor())
                .flatMap(Stream::ofNullable)
                .map(AnnotatedMember::getName)
                .forEach(told::add);
        return classes(raw)
                .anyMatch(one -> Arrays.stream(one.getDeclaredFields())
                                .filter(field -> field.isAnnotationPresent(Sensitive.class))
                                .map(Field::getName)
                                .anyMatch(name ->
                                        !told.contains(name) && known.stream().noneMatch(isNamed(name)))
                        || Arrays.stream(one.getDeclaredMethods())
                                .filter(method -> method.isAnnotationPresent(Sensitive.class))
                                .anyMatch(method -> !told.contains(method.getName())
                                        && known.stream().noneMatch(isOf(method))));
    }

    private static Stream<Class<?>> classes(@Nullable Class<?> raw) {
        return raw == null || raw == Object.class
                ? Stream.of()
                : Stream.concat(
                        Stream.concat(Stream.of(raw), classes(raw.getSuperclass())),
                        Arrays.stream(raw.getInterfaces()).flatMap(RawSecrets::classes));
    }

    private static Predicate<BeanPropertyDefinition> isNamed(String name) {
        return property -> property.getInternalName().equals(name);
    }

    /**
     * Matches properties by the name of the method, so that an overridden method counts as
     * the one that overrides it.
     */
    private static Predicate<BeanPropertyDefinition> isOf(Method method) {
        return isNamed(method.getName())
                .or(property -> Stream.of(property)
                        .flatMap(one -> Stream.<@Nullable AnnotatedMethod>of(one.getGetter(), one.getSetter()))
                        .anyMatch(accessor ->
                                accessor != null && accessor.getName().equals(method.getName())));
    }
}
