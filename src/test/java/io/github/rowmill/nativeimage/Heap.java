package io.github.rowmill.nativeimage;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The objects that fields reach, as the builder of a native image follows them. For collections and other holders of
 * the JDK, it follows the content instead of the fields.
 */
final class Heap {

    /** An object and the fields on the way to it. */
    record Place(String path, Object object) {}

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Place> ahead = new ArrayDeque<>();
    private final List<Place> refused = new ArrayList<>();

    /** Follows the value of a field of {@code owner}, or of a static field if {@code owner} is null. */
    void add(Field field, Object owner) throws IllegalAccessException {
        field.setAccessible(true);
        ahead.add(new Place(field.getDeclaringClass().getName() + "." + field.getName(), field.get(owner)));
        while (!ahead.isEmpty()) {
            look(ahead.remove());
        }
    }

    /** Returns the objects that no image may hold, or that are {@link Kind#UNKNOWN}. */
    List<Place> refused() {
        return refused;
    }

    private void look(Place place) throws IllegalAccessException {
        if (place.object() == null || !seen.add(place.object())) {
            return;
        }
        switch (Kind.of(place.object())) {
            case REFUSED, UNKNOWN -> refused.add(place);
            case HOLDER -> content(place.object()).forEach(each -> ahead.add(new Place(place.path() + "[]", each)));
            case OPEN -> fields(place);
            case PLAIN -> {}
        }
    }

    private static Stream<?> content(Object holder) {
        if (holder instanceof Object[] array) {
            return Arrays.stream(array);
        }
        if (holder instanceof Map<?, ?> map) {
            return Stream.concat(map.keySet().stream(), map.values().stream());
        }
        if (holder instanceof Collection<?> collection) {
            return collection.stream();
        }
        if (holder instanceof Optional<?> optional) {
            return optional.stream();
        }
        return Stream.of(
                holder instanceof Reference<?> reference ? reference.get() : ((AtomicReference<?>) holder).get());
    }

    private void fields(Place place) throws IllegalAccessException {
        for (Class<?> type = place.object().getClass();
                type != null && Kind.isOpen(type);
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    ahead.add(new Place(place.path() + "." + field.getName(), field.get(place.object())));
                }
            }
        }
    }
}
