package io.github.rowmill.operate.page;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.api.Topics;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a page shows only actions that its reader may do, and that hidden actions are refused. */
@QuarkusTest
@TestProfile(Guarded.class)
class PagesOfRolesTest {

    @Inject
    Rows rows;

    @Inject
    TaskQueue tasks;

    @Inject
    Queues queues;

    @Inject
    Schedules schedules;

    @Inject
    Topics topics;

    @BeforeEach
    void make() {
        queues.limit("mail", 5);
        queues.limit("other", 5);
        topics.subscribe(NewSubscription.of("pages-of-roles", "noop").queue("mail"));
        schedules.create(
                NewSchedule.of("yearly", NewTask.of("noop").queue("mail")).cron("0 0 1 1 *"));
    }

    @AfterEach
    void clear() {
        queues.delete("mail");
        queues.delete("other");
        schedules.delete("yearly");
        topics.unsubscribe("pages-of-roles", "noop");
    }

    private static String page(String role, String path) {
        return as(role).get("/rowmill/" + path).then().statusCode(200).extract().asString();
    }

    @ParameterizedTest
    @CsvSource({
        "queues, ./queues/pause, operate",
        "queues, ./queues/rules, admin",
        "recurring, ./recurring/run, operate",
        "recurring, ./recurring/pause, operate",
        "topics, ./topics/publish, operate",
        "topics, ./topics/subscribe, admin",
        "topics, ./topics/unsubscribe, admin"
    })
    void anActionIsShownOnlyToPermittedUsers(String path, String action, String least) {
        String form = "<form%s method=\"post\" action=\"%s\">"
                .formatted(action.matches(".*/(rules|publish|subscribe)") ? " class=\"form\"" : "", action);

        assertThat(page("view", path)).doesNotContain(form);
        assertThat(page("operate", path).contains(form)).isEqualTo(least.equals("operate"));
        assertThat(page("admin", path)).contains(form);
    }

    @Test
    void aUserOfOneQueueSeesAndPausesNoOtherQueue() {
        assertThat(page("mail", "queues")).contains(">mail</a>").doesNotContain(">other</a>");
        as("mail").get("/rowmill/queues?queue=other").then().statusCode(403);
        as("mail")
                .formParam("queue", "other")
                .post("/rowmill/queues/pause")
                .then()
                .statusCode(403);
        as("mail").get("/rowmill/nodes").then().statusCode(403);
        assertThat(queues.rules("other").orElseThrow().paused()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "view, queues/pause, queue",
        "view, queues/unblock, queue",
        "operate, queues/rules, queue",
        "view, views, name",
        "view, views/delete, name",
        "view, recurring/run, name",
        "view, recurring/pause, name",
        "view, topics/publish, topic",
        "operate, topics/subscribe, topic",
        "operate, topics/unsubscribe, topic",
        "view, tasks/1/signal, name",
        "view, tasks/1/wake, part",
        "view, flows/1/cancel, part",
        "view, flows/1/retry, part",
        "view, flows/1/let-go, part"
    })
    void aHiddenActionIsRefused(String role, String path, String field) {
        as(role).formParam(field, field.equals("name") ? "yearly" : "mail")
                .post("/rowmill/" + path)
                .then()
                .statusCode(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"views", "views/delete"})
    void aHiddenViewIsNeitherReplacedNorDeleted(String path) {
        rows.execute("insert into rowmill_view (name, query, saved_by) values ('VIP', 'payload.vip:true', 'admin')");
        try {
            assertThat(page("operate", "tasks")).doesNotContain(">VIP<");

            as("operate")
                    .formParam("name", "VIP")
                    .formParam("q", "status:dead")
                    .post("/rowmill/" + path)
                    .then()
                    .statusCode(403);

            assertThat(rows.text("select query from rowmill_view where name = 'VIP'"))
                    .isEqualTo("payload.vip:true");
            as("admin")
                    .formParam("name", "VIP")
                    .post("/rowmill/views/delete")
                    .then()
                    .statusCode(is(200));
        } finally {
            rows.execute("delete from rowmill_view");
        }
    }

    @Test
    void aFailureIsShownAlsoIfItsSampleHasMovedToAnotherQueue() {
        long moved = Guarded.waiting(tasks, "other");
        rows.execute("""
                insert into rowmill_failure (signature, queue, type, exception, frame, message, count, sample)
                values ('00000000000000aa', 'mail', 'noop', 'java.lang.IllegalStateException', 'f', 'moved', 1, %s)
                """.formatted(moved));
        try {
            assertThat(page("mail", "failures/00000000000000aa")).contains("IllegalStateException");
        } finally {
            rows.execute("delete from rowmill_failure where signature = '00000000000000aa'");
        }
    }

    @Test
    void theCompletionNamesNoHiddenType() {
        assertThat(Guarded.by("typed").get("/rowmill/tasks/terms?q=type:").asString())
                .contains("noop")
                .doesNotContain("test-");
        assertThat(as("view").get("/rowmill/tasks/terms?q=type:test").asString())
                .contains("test-");
    }

    @Test
    void theAuditIsForAdmins() {
        as("operate").get("/rowmill/audit").then().statusCode(403);
        assertThat(page("admin", "audit")).contains("<h1>Audit</h1>");
        assertThat(page("operate", "queues")).doesNotContain("href=\"./audit\"");
    }

    @Test
    void anAnonymousRequestRedirectsToTheLogin() {
        as("anonymous")
                .redirects()
                .follow(false)
                .get("/rowmill/queues")
                .then()
                .statusCode(is(303))
                .header("Location", endsWith("login"));
    }
}
