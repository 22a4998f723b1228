package io.github.rowmill.operate.admin;

import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.TaskState;
import io.github.rowmill.feature.job.PatchRecords;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Deed;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.operate.mask.Masks;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;

/** TaskRecords the change of each payload by a job in the audit. The actor is the user who began the job. */
@Singleton
class JobRecords implements PatchRecords {

    private final Masks masks;

    JobRecords(Masks masks) {
        this.masks = masks;
    }

    @Override
    public void record(Sql sql, Patched task) {
        Deed deed = new Deed(task.askedBy(), null, Action.RETRY, new Target(Target.TASK, String.valueOf(task.id())));
        Map<String, Object> after = state(task.after());
        after.put("job", task.job());
        Audit.writeIn(sql, deed, state(task.before()), after);
    }

    private Map<String, Object> state(TaskState task) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("type", task.type());
        state.put("queue", task.queue());
        state.put("status", task.status());
        state.put("attempts", task.attempts());
        state.put("maxAttempts", task.maxAttempts());
        state.put("version", task.version());
        state.put("payload", TaskRecords.cut(masks.recorded(task.type(), task.details())));
        return state;
    }
}
