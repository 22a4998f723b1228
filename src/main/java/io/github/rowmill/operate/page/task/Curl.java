package io.github.rowmill.operate.page.task;

import io.github.rowmill.task.Task;
import java.util.StringJoiner;

/** The command that enqueues the same task again. What is masked is masked in it too. */
final class Curl {

    private Curl() {}

    static String of(Task task, String payload) {
        StringJoiner fields = new StringJoiner(",", "{", "}")
                .add("\"type\":" + Token.quoted(task.getType()))
                .add("\"queue\":" + Token.quoted(task.getQueue()));
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

    /** As a shell reads it: nothing in it means anything. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
