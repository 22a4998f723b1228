package io.github.rowmill.feature.step;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of the values of steps and signals, as handlers of this node have named them since its start. Pages
 * mask values by these classes.
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

    private final Map<Key, Class<?>> known = new ConcurrentHashMap<>();

    /** Adds the class of the value of a step. */
    void addStep(String type, String name, Class<?> value) {
        add(new Key(type, Kind.STEP, name), value);
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
     * Returns the class of the value of a step.
     *
     * @param type the type's name in the row of the task
     * @return empty if no handler of this node has named it, or handlers have named several
     */
    public Optional<Class<?>> ofStep(String type, String name) {
        return find(new Key(type, Kind.STEP, name));
    }

    /** Returns the class of the payload of a signal, as {@link #ofStep} does. */
    public Optional<Class<?>> ofSignal(String type, String name) {
        return find(new Key(type, Kind.SIGNAL, name));
    }

    private Optional<Class<?>> find(Key key) {
        return Optional.<Class<?>>ofNullable(known.get(key)).filter(one -> one != SEVERAL);
    }
}
