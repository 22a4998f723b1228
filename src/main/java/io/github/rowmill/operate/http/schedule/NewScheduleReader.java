package io.github.rowmill.operate.http.schedule;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.NewTaskReader;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.inject.Singleton;
import java.io.InputStream;
import java.util.List;

/**
 * Reads request bodies as schedules of types that this application handles. The engine checks timetables and
 * payloads later.
 */
@Singleton
class NewScheduleReader {

    private final Body body;
    private final Json json;
    private final NewTaskReader types;

    NewScheduleReader(Body body, Json json, NewTaskReader types) {
        this.body = body;
        this.json = json;
        this.types = types;
    }

    /** @throws ProblemException if the body is invalid */
    NewScheduleJson read(String name, InputStream stream) {
        NewScheduleJson schedule = json.read(body.ofTask(stream), NewScheduleJson.class);
        List<Violation> violations = schedule.violations(name);
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
        types.refuseUnknown("", List.of(schedule.typeName()));
        return schedule;
    }
}
