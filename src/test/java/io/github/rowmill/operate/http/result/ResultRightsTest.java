package io.github.rowmill.operate.http.result;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.github.rowmill.operate.http.Guarded.by;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that a result needs the same permission as a payload, for the queue and the type of its task. */
@QuarkusTest
@TestProfile(Guarded.class)
class ResultRightsTest {

    @Inject
    Rows rows;

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_task where source = 'rights'");
    }

    private long completed(String queue, String type) {
        rows.execute("""
                insert into rowmill_task (queue, type, source, status, finished, result)
                values ('%s', '%s', 'rights', 'completed', now(), '{"secret": "of the result"}')
                """.formatted(queue, type));
        return rows.number("select max(id) from rowmill_task where source = 'rights'");
    }

    private static int status(RequestSpecification caller, long id) {
        return caller.get(Api.TASKS + "/" + id + "/result?wait=1s").statusCode();
    }

    @Test
    void aResultNeedsViewPayload() {
        long id = completed("mail", "noop");

        org.assertj.core.api.Assertions.assertThat(new int[] {
                    status(as("anonymous"), id),
                    status(as("view"), id),
                    status(as("operate"), id),
                    status(as("mail"), id),
                    status(as("payload"), id),
                    status(as("admin"), id),
                    status(by("mail-payload"), id),
                    status(by("typed"), id)
                })
                .containsExactly(401, 403, 403, 403, 200, 200, 200, 200);
        as("view").get(Api.TASKS + "/" + id).then().body("result", org.hamcrest.Matchers.nullValue());
    }

    @Test
    void viewPayloadHoldsOnlyForItsQueueAndItsType() {
        org.assertj.core.api.Assertions.assertThat(status(by("mail-payload"), completed("else", "noop")))
                .isEqualTo(403);
        org.assertj.core.api.Assertions.assertThat(status(by("typed"), completed("mail", "event")))
                .isEqualTo(403);
    }
}
