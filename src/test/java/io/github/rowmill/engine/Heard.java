package io.github.rowmill.engine;

import io.github.rowmill.api.TaskEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Records the events that were fired. */
@Singleton
public class Heard {

    private final List<TaskEvent> events = new CopyOnWriteArrayList<>();

    private final List<Consumer<TaskEvent>> listeners = new CopyOnWriteArrayList<>();

    void on(@Observes TaskEvent event) {
        events.add(event);
        listeners.forEach(listener -> listener.accept(event));
    }

    /** Calls {@code listener} with each event of one kind as it is fired, until the next {@link #clear}. */
    public <T extends TaskEvent> void whenever(Class<T> kind, Consumer<T> listener) {
        listeners.add(event -> {
            if (kind.isInstance(event)) {
                listener.accept(kind.cast(event));
            }
        });
    }

    /** Returns the events of one kind, in order. */
    public <T extends TaskEvent> List<T> of(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    public void clear() {
        events.clear();
        listeners.clear();
    }
}
