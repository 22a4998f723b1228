package io.github.rowmill.operate.http;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.Permission;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.Grant;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.Received;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.NewTaskJson;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.inject.Singleton;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads request bodies as new tasks of types that this application or remote workers handle. The queue checks ranges
 * and payloads later.
 */
@Singleton
public class NewTaskReader {

    private final Body body;
    private final Received received;
    private final Json json;
    private final Handlers handlers;
    private final Access access;

    NewTaskReader(Body body, Received received, Json json, Handlers handlers, Access access) {
        this.body = body;
        this.received = received;
        this.json = json;
        this.handlers = handlers;
        this.access = access;
    }

    public NewTask task(InputStream stream) {
        NewTaskJson task = json.readTask(body.ofTask(stream));
        refuseUnknown("", List.of(task.typeName()));
        return task.toNewTask();
    }

    /** Reads a message for a topic. It has no type: each subscriber has its own. */
    public NewTask message(InputStream stream) {
        return json.readMessage(body.ofTask(stream)).toNewTask();
    }

    public List<NewTask> tasks(InputStream stream) {
        List<NewTaskJson> tasks = json.readTasks(body.ofTasks(stream), body.limitOfTask(), received::hold);
        refuseUnknown("tasks[%s].", tasks.stream().map(NewTaskJson::typeName).toList());
        return tasks.stream().map(NewTaskJson::toNewTask).toList();
    }

    /**
     * Refuses types that neither this application nor remote workers handle. {@code prefix} is the path of the field
     * {@code type} in the request, with {@code %s} for the index of the task.
     *
     * @throws ProblemException if one of the types is refused
     */
    public void refuseUnknown(String prefix, List<String> types) {
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i);
            if (!handlers.known().contains(type)) {
                violations.add(new Violation(prefix.formatted(i) + "type", "has no handler here: '" + type + "'"));
            }
        }
        if (!violations.isEmpty()) {
            String detail = "this application has no handler for the type; you may enqueue " + ownNames();
            throw new ProblemException(Problem.of(Kind.UNKNOWN_TYPE, detail).with(violations));
        }
    }

    /** Returns the types that the caller may enqueue, in some queue. */
    private List<String> ownNames() {
        List<Grant> grants = access.grants(Permission.OPERATE);
        return handlers.known().stream()
                .filter(type -> grants.stream().anyMatch(grant -> grant.isFor(type)))
                .toList();
    }
}
