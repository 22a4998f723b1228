package io.github.rowmill.engine;

import io.github.rowmill.task.TaskStatus;

/** Inserts dead tasks with a wrong payload into a paused queue. So a task stays where a retry puts it. */
public final class DeadReminders {

    private DeadReminders() {}

    /** Inserts one task, and returns its id. */
    public static long one(Rows rows, String queue) {
        return insert(rows, queue, "reminder", "{\"account\": \"\"}", 1);
    }

    /** Inserts {@code count} tasks, and returns the id of the last one. */
    public static long many(Rows rows, String queue, int count) {
        return insert(rows, queue, "reminder", "{\"account\": \"\"}", count);
    }

    /** Inserts a task whose payload has a sensitive field, and returns its id. */
    public static long payment(Rows rows, String queue) {
        return insert(rows, queue, "test-payment", "{\"account\": \"a7\", \"card\": \"secret-1\"}", 1);
    }

    /**
     * Returns how many tasks of a queue have an audit entry by {@code actor} that shows the wrong payload, and then
     * that of {@code a7}.
     */
    public static long audited(Rows rows, String queue, String actor) {
        return rows.number("""
                select count(distinct t.id)
                  from rowmill_audit a
                  join rowmill_task t
                    on t.id::text = a.name
                 where a.kind = 'task'
                   and a.action = 'retry'
                   and a.before ->> 'payload' = '{"account": ""}'
                   and a.after ->> 'payload' = '{"account": "a7"}'
                   and a.actor = '%s'
                   and t.queue = '%s'
                """.formatted(actor, queue));
    }

    /**
     * Deletes a queue with its tasks and failures. Other tests read which queues and failures need an operator most.
     */
    public static void clear(Rows rows, String queue) {
        rows.execute("delete from rowmill_task where queue = '%s'".formatted(queue));
        rows.execute("delete from rowmill_queue where name = '%s'".formatted(queue));
        rows.execute("delete from rowmill_failure where queue = '%s'".formatted(queue));
    }

    private static long insert(Rows rows, String queue, String type, String payload, int count) {
        rows.execute(
                "insert into rowmill_queue (name, paused) values ('%s', true) on conflict do nothing".formatted(queue));
        rows.insert(
                TaskRow.of(type)
                        .queue(queue)
                        .details(payload)
                        .started("now()")
                        .attempts(3)
                        .maxAttempts(3)
                        .ended(TaskStatus.DEAD),
                count);
        return rows.number("select max(id) from rowmill_task where queue = '%s'".formatted(queue));
    }
}
