package io.github.rowmill.engine.store.read;

import io.github.rowmill.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list; null asks for nothing.
 *
 * @param after the id of the last task of the page before
 */
public record TaskFilter(
        @Nullable TaskStatus status,
        @Nullable String queue,
        @Nullable String type,
        @Nullable String tag,
        @Nullable Long after) {

    /** The condition in HQL, all values as parameters. */
    String toQuery(Map<String, Object> parameters) {
        List<String> conditions = new ArrayList<>(List.of("1 = 1"));
        add(conditions, parameters, "status = :status", "status", status);
        add(conditions, parameters, "queue = :queue", "queue", queue);
        add(conditions, parameters, "type = :type", "type", type);
        add(conditions, parameters, "cast(sql('? = any(tags)', :tag) as boolean) = true", "tag", tag);
        add(conditions, parameters, "id < :after", "after", after);
        return String.join(" and ", conditions);
    }

    private static void add(
            List<String> conditions,
            Map<String, Object> parameters,
            String condition,
            String name,
            @Nullable Object value) {
        if (value != null) {
            conditions.add(condition);
            parameters.put(name, value);
        }
    }
}
