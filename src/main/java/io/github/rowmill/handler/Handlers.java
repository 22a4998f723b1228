package io.github.rowmill.handler;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The types this application handles, by name and alias. They do not change after the start. */
@Singleton
public class Handlers {

    private final Map<String, TaskType> byName;
    private final List<TaskType> types;
    private final Set<String> claimable;
    private final Set<String> transactional;
    private final Set<String> known;
    private final TypeSettings settings;

    Handlers(DeclaredHandlers declared, RowmillConfig config) {
        this.settings = new TypeSettings(config);
        this.types = declared.all().stream().map(settings::of).toList();
        this.byName = byName(types);
        this.claimable = claimable(config);
        Set<String> known = new LinkedHashSet<>(byName.keySet());
        known.addAll(settings.remote());
        this.known = Collections.unmodifiableSet(known);
        this.transactional = claimable.stream()
                .filter(name -> find(name).filter(TaskType::isTransactional).isPresent())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, TaskType> byName(List<TaskType> types) {
        Map<String, TaskType> byName = new LinkedHashMap<>();
        for (TaskType type : types) {
            add(byName, type.name(), type);
            for (String alias : type.handler().handles().aliases()) {
                add(byName, alias, type);
            }
        }
        return byName;
    }

    private static void add(Map<String, TaskType> byName, String name, TaskType type) {
        TaskType other = byName.putIfAbsent(name, type);
        if (other != null) {
            throw new IllegalStateException(
                    "the task type '%s' has two handlers, %s and %s; a type has one handler, aliases included"
                            .formatted(
                                    name, other.handler().name(), type.handler().name()));
        }
    }

    private Set<String> claimable(RowmillConfig config) {
        Set<String> names = new TreeSet<>();
        byName.forEach((name, type) -> {
            if (config.onlyTypes()
                    .map(only -> only.contains(name) || only.contains(type.name()))
                    .orElse(true)) {
                names.add(name);
            }
        });
        return Set.copyOf(names);
    }

    /** {@return the type with this name or alias, or empty if this application does not handle it} */
    public Optional<TaskType> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Returns the types whose handlers take a payload of this class. These are the ones with exactly this class,
     * or else the ones with a class or interface that it extends.
     */
    public List<TaskType> taking(Class<?> payload) {
        List<TaskType> exact = taking(payload::equals);
        return exact.isEmpty() ? taking(taken -> taken.isAssignableFrom(payload)) : exact;
    }

    private List<TaskType> taking(Predicate<Class<?>> payload) {
        return types.stream()
                .filter(type ->
                        type.payload() != null && payload.test(type.payload().raw()))
                .toList();
    }

    /** Returns the types, each once. */
    public Collection<TaskType> all() {
        return types;
    }

    /** Returns names and aliases of all types that this application handles. */
    public Set<String> names() {
        return byName.keySet();
    }

    /** Returns names and aliases of all types that this application handles, and the types of remote workers. */
    public Set<String> known() {
        return known;
    }

    /** Returns the limits of tasks of a type. If this application does not handle it, they are the configured ones. */
    public TypeLimits limits(String name) {
        TaskType type = byName.get(name);
        return type == null
                ? settings.ofUnhandled(name)
                : new TypeLimits(type.queue(), type.timeout(), type.maxAttempts(), type.retry());
    }

    /** Returns names and aliases of the handled types that this node claims, within {@code rowmill.only-types}. */
    public Set<String> claimable() {
        return claimable;
    }

    /** The claimable ones whose handlers are transactional: each holds a connection while it runs. Sorted. */
    public Set<String> transactional() {
        return transactional;
    }
}
