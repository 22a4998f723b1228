package io.github.rowmill.operate.http;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.operate.access.Accesses;
import io.github.rowmill.operate.http.body.Bodies;
import io.github.rowmill.operate.http.body.Received;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Jsons;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads requests as the resources do, without HTTP, for tests. */
public final class Requests {

    private final Json json;
    private final NewTaskReader reader;
    private final Problems problems;

    public Requests(Handlers handlers) {
        RowmillConfig config = TestConfig.defaults();
        json = Jsons.of(config);
        reader = new NewTaskReader(Bodies.of(config), new Received(), json, handlers, Accesses.ofNobody());
        problems = new Problems(json);
    }

    /** Returns the task of a body. */
    public NewTask task(byte[] body) {
        return reader.task(new ByteArrayInputStream(body));
    }

    /** Returns the message of a body. */
    public NewTask message(byte[] body) {
        return reader.message(new ByteArrayInputStream(body));
    }

    /** Returns the tasks of a body. */
    public List<NewTask> tasks(byte[] body) {
        return reader.tasks(new ByteArrayInputStream(body));
    }

    /** Returns the limit of tasks of a page with these parameters: status, queue, type, tag, after and limit. */
    public static int limit(@Nullable String... parameters) {
        PageRequest.Query query = new PageRequest.Query();
        query.status = parameters[0];
        query.queue = parameters[1];
        query.type = parameters[2];
        query.tag = parameters[3];
        query.after = parameters[4];
        query.limit = parameters[5];
        return PageRequest.of(query).limit();
    }

    /** Returns the answer to a request that ended in an exception. */
    public Answer answer(Throwable thrown) {
        try (Response response = problems.answer(thrown, "/rowmill/api/tasks")) {
            return new Answer(response.getStatus(), (String) response.getEntity());
        }
    }

    /** The status and the body of an answer. */
    public record Answer(int status, String body) {}
}
