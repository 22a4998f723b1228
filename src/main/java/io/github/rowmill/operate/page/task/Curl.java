package io.github.rowmill.operate.page.task;

import io.github.rowmill.task.Task;
import java.util.StringJoiner;

/** The command that enqueues a copy of a task. Masked values stay masked in it. */
final class Curl {

    private Curl() {}

    static String of(Task task, String payload) {
        StringJoiner fields = new StringJoiner(",", "{", "}")
                .add("\"type\":" + PayloadToken.quoted(task.getType()))
                .add("\"queue\":" + PayloadToken.quoted(task.getQueue()));
        if (task.getPriority() != 0) {
            fields.add("\"priority\":" + task.getPriority());
        }
        fields.add("\"payload\":" + payload);
        return """
                curl -X POST "$ROWMILL_URL/rowmill/api/tasks" \\
                  -H "Authorization: Bearer $ROWMILL_TOKEN" \\
                  -H 'Content-Type: application/json' \\
                  -d %s""".formatted(quoted(fields.toString()));
    }

    /** Quotes a text for the shell, so that no character in it has a special meaning. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
