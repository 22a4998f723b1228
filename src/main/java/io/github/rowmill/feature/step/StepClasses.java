package io.github.rowmill.feature.step;

import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the values of steps and signals. They are those that handlers of this node have named since its
 * start, and those that handlers declare by {@code keeps}. Pages mask values by these classes.
 */
@Singleton
public class StepClasses {

    /** Most names that are kept. A handler may make names from its data. */
    private static final int MAX = 10_000;

    /** Stands for a name that handlers have used with several classes. */
    private static final Class<?> SEVERAL = Void.class;

    private enum Kind {
        STEP,
        SIGNAL
    }

    private record Key(String type, Kind kind, String name) {}

    private final Handlers handlers;
    private final Map<Key, Class<?>> known = new ConcurrentHashMap<>();

    StepClasses(Handlers handlers) {
        this.handlers = handlers;
    }

    /**
     * Adds the class of the value of a step.
     *
     * @throws IllegalStateException the handler declares classes, and this is not one of them
     */
    void addStep(String type, String name, Class<?> value) {
        refuseUndeclared(type, name, value);
        add(new Key(type, Kind.STEP, name), value);
    }

    private void refuseUndeclared(String type, String name, Class<?> value) {
        List<Class<?>> declared = declared(type);
        if (!declared.isEmpty() && !declared.contains(value) && !isOfJdk(value)) {
            throw new IllegalStateException(
                    "step '%s' has a value of %s, which is not in keeps of @Handles for the type '%s'; add the class there"
                            .formatted(name, value.getName(), type));
        }
    }

    /** Returns whether this is a class of the JDK, or an array of one. These have no sensitive fields. */
    private static boolean isOfJdk(Class<?> value) {
        Class<?> element = value;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || element.getName().startsWith("java.");
    }

    /** Adds the class of the payload of a signal. */
    void addSignal(String type, String name, Class<?> payload) {
        add(new Key(type, Kind.SIGNAL, name), payload);
    }

    private void add(Key key, Class<?> value) {
        if (known.size() < MAX || known.containsKey(key)) {
            known.merge(key, value, (one, other) -> one == other ? one : SEVERAL);
        }
    }

    /**
     * Returns the classes that the value of a step may have: the one that handlers of this node have named, or
     * all that the handler declares.
     *
     * @param type the type's name in the row of the task
     * @return empty if the class is unknown
     */
    public List<Class<?>> ofStep(String type, String name) {
        return find(new Key(type, Kind.STEP, name));
    }

    /** Returns the classes that the payload of a signal may have, as {@link #ofStep} does. */
    public List<Class<?>> ofSignal(String type, String name) {
        return find(new Key(type, Kind.SIGNAL, name));
    }

    private List<Class<?>> find(Key key) {
        @Nullable Class<?> named = known.get(key);
        return named == null || named == SEVERAL ? declared(key.type()) : List.of(named);
    }

    private List<Class<?>> declared(String type) {
        return handlers.find(type).map(TaskType::keeps).orElse(List.of());
    }
}
