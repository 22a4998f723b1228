package io.github.rowmill.engine;

import io.github.rowmill.api.TaskEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The events that were fired. */
@Singleton
public class Heard {

    private final List<TaskEvent> events = new CopyOnWriteArrayList<>();

    void on(@Observes TaskEvent event) {
        events.add(event);
    }

    /** All of one kind, in order. */
    public <T extends TaskEvent> List<T> of(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    public void clear() {
        events.clear();
    }
}
