package io.github.rowmill.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the commands that send requests to a node, by its URL and with a token. */
@QuarkusTest
@TestProfile(Guarded.class)
class CommandsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Control characters for a window's title, a colour by C1 and a bell, and for a line that looks like another. */
    private static final String HOSTILE = "\u001b]0;owned\u0007 \u009b31m red\u0085next\u2028line";

    @Inject
    TaskQueue queue;

    @Inject
    Schedules schedules;

    @Inject
    Rows rows;

    private final String name = Api.fresh("cli");

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_schedule where declared_by is null");
    }

    private long waiting() {
        return queue.enqueue(
                        NewTask.of("noop", Map.of("account", "a7")).queue(name).delay(Duration.ofDays(30)))
                .id();
    }

    private static JsonNode json(Ran ran) throws JsonProcessingException {
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return JSON.readTree(ran.out());
    }

    private static long idIn(Ran ran) {
        Matcher found = Pattern.compile("task (\\d+) ").matcher(ran.out());
        assertThat(found.find()).as(ran.toString()).isTrue();
        return Long.parseLong(found.group(1));
    }

    // Tasks

    @Test
    void aTaskIsEnqueuedWithTheOptionsOfTheCommandLine() throws JsonProcessingException {
        Ran ran = Ran.command(
                "enqueue",
                "noop",
                "{\"account\": \"a7\"}",
                "--queue",
                name,
                "--delay",
                "30d",
                "--priority",
                "5",
                "--tag",
                "vip",
                "--tag",
                "eu",
                "--set",
                "uniqueKey=" + name,
                "--set",
                "maxAttempts=3");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("task \\d+ \\(noop, queue %s\\) is queued: new\n".formatted(name));
        JsonNode task = json(Ran.command("show", String.valueOf(idIn(ran)), "--json"));
        assertThat(task.path("priority").intValue()).isEqualTo(5);
        assertThat(task.path("uniqueKey").textValue()).isEqualTo(name);
        assertThat(task.path("maxAttempts").intValue()).isEqualTo(3);
        assertThat(task.path("tags").toString()).isEqualTo("[\"vip\",\"eu\"]");
    }

    @Test
    void tasksAreFoundByAQueryAndShownInColumns() {
        long first = waiting();
        long second = waiting();

        Ran ran = Ran.command("list", "queue:" + name, "status:queued");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out().lines()).hasSize(3);
        assertThat(ran.out())
                .matches(
                        "(?s)ID +STATUS +QUEUE +TYPE +ATTEMPTS +RUN AT +CREATED +ERROR\n%d +queued +%s +noop +0/\\d+ +%s +%s\n%d .*"
                                .formatted(second, name, moment(), moment(), first));
    }

    private static String moment() {
        return "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d";
    }

    @Test
    void aPageOfTasksPrintsTheOptionForTheNextPage() {
        long first = waiting();
        long second = waiting();

        Ran page = Ran.command("list", "queue:" + name, "--limit", "1");

        assertThat(page.out().lines()).hasSize(2).last().asString().startsWith(second + " ");
        assertThat(page.err()).isEqualTo("there are more: --after %d\n".formatted(second));
        Ran rest = Ran.command("list", "queue:" + name, "--after", String.valueOf(second));
        assertThat(rest.out().lines()).hasSize(2).last().asString().startsWith(first + " ");
        assertThat(rest.err()).isEmpty();
    }

    @Test
    void aTaskIsShownWithoutItsEmptyFields() {
        long id = waiting();

        assertThat(Ran.command("show", String.valueOf(id)).out())
                .containsPattern("(?m)^id +%d$".formatted(id))
                .containsPattern("(?m)^status +queued$")
                .containsPattern("(?m)^run at +%s$".formatted(moment()))
                .doesNotContain("operator id");
    }

    @Test
    void theStepsOfATaskAreShown() {
        long id = waiting();
        rows.execute("insert into rowmill_step (task, name, done) values (%s, 'charge', now())".formatted(id));

        assertThat(Ran.command("show", String.valueOf(id), "--steps").out())
                .containsPattern("(?m)^steps:$")
                .containsPattern("(?m)^name +charge$")
                .containsPattern("(?m)^kind +step$")
                .containsPattern("(?m)^more +no$");
        rows.execute("delete from rowmill_step where task = " + id);
    }

    @Test
    void theResultOfATaskIsShownToCallersWhoSeePayloads() {
        long id = waiting();
        rows.execute("""
                update rowmill_task
                   set status = 'completed', finished = now(), queue = 'mail', result = '{"number": "r-7"}'
                 where id = %s
                """.formatted(id));
        String[] show = {"show", String.valueOf(id)};

        Ran withPayloads = Ran.plain(Ran.with(show, "--url", Ran.address(), "--token", "mail-payload-token"));

        assertThat(withPayloads.out()).containsPattern("(?m)^result +.*number.*r-7");
        assertThat(Ran.command(show).out()).contains("completed").doesNotContain("r-7");
    }

    @Test
    void anUnknownTaskDoesNotStopTheRetryOfAnotherTask() {
        long id = waiting();

        assertThat(Ran.command("cancel", String.valueOf(id)).out())
                .isEqualTo("task %d (noop, queue %s) is cancelled\n".formatted(id, name));
        Ran ran = Ran.command("retry", "999999999999", String.valueOf(id));

        assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.err()).startsWith("rowmill: ").contains("999999999999");
        assertThat(idIn(ran)).isEqualTo(id);
    }

    @Test
    void aSignalIsSentToATask() {
        long id = waiting();

        assertThat(Ran.command("signal", String.valueOf(id), "a/b decision", "{\"granted\": true}")
                        .out())
                .isEqualTo("task %d (noop, queue %s) is queued\n".formatted(id, name));
        assertThat(Ran.command("signal", String.valueOf(id), "go").exitCode()).isZero();
        assertThat(rows.text(
                        "select string_agg(name || ' ' || payload, ', ' order by id) from rowmill_signal where task = "
                                + id))
                .isEqualTo("a/b decision {\"granted\": true}, go {}");

        assertThat(Ran.command("signal", String.valueOf(id), "go", "{").exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(Ran.command("signal", "999999999999", "go").err()).startsWith("rowmill: ");
    }

    @Test
    void theProgressOfATaskIsShown() {
        long id = waiting();
        rows.execute("update rowmill_task set progress = 42, progress_note = 'page 4' where id = " + id);

        assertThat(Ran.command("show", String.valueOf(id)).out().lines())
                .contains("%-20s %s".formatted("progress", "42"), "%-20s %s".formatted("progress note", "page 4"));
    }

    // Queues and schedules

    @Test
    void aQueueIsPausedAndResumedAndATypeInIt() {
        String odd = name + " a/b";

        assertThat(Ran.command("pause", odd).out()).isEqualTo("queue %s is paused\n".formatted(odd));
        assertThat(Ran.command("resume", odd).out()).isEqualTo("queue %s runs\n".formatted(odd));
        assertThat(Ran.command("pause", odd, "--type", "noop").out())
                .isEqualTo("queue %s runs, except tasks of: noop\n".formatted(odd));
        assertThat(Ran.command("resume", odd, "--type", "noop").out()).isEqualTo("queue %s runs\n".formatted(odd));
    }

    @Test
    void schedulesAreListedAndOneIsShownWithItsNextTicks() {
        schedules.create(NewSchedule.of(name, NewTask.of("noop"))
                .cron("1 0 * * *")
                .starts(Instant.parse("9990-01-01T00:00:00Z")));

        assertThat(Ran.command("schedules").out())
                .containsPattern("(?m)^%s +noop +default +1 0 \\* \\* \\* UTC +%s$".formatted(name, moment()));
        assertThat(Ran.command("schedules", name).out())
                .containsPattern("(?m)^name +%s$".formatted(name))
                .containsPattern("(?m)^next runs +%s, %s".formatted(moment(), moment()));
    }

    @Test
    void aMessageIsPublishedAndTopicsAreListed() {
        rows.execute("insert into rowmill_subscription (topic, type, queue, pinned) values ('%s', 'noop', '%s', true)"
                .formatted(name, name));

        assertThat(Ran.command("topics").out()).containsPattern("(?m)^%s +noop +%s +10 +pinned$".formatted(name, name));
        assertThat(Ran.command("publish", name, "{}", "--delay", "30d", "--tag", "t", "--set", "uniqueKey=" + name)
                        .out())
                .matches("task [0-9]+ \\(noop, queue %s\\) is new\n".formatted(name));
        assertThat(Ran.command("publish", name, "--delay", "30d", "--set", "uniqueKey=" + name)
                        .out())
                .endsWith("is existing\n");
        assertThat(rows.text(
                        "select cast(details as text) || ' ' || cast(tags as text) || ' ' || (run_at > now()) from rowmill_task where queue = '%s'"
                                .formatted(name)))
                .isEqualTo("{} {t} true");
        rows.execute("delete from rowmill_subscription where topic = '%s'".formatted(name));

        Ran nobody = Ran.command("publish", name);
        assertThat(nobody.exitCode()).isZero();
        assertThat(nobody.err()).contains("topic %s has no subscribers".formatted(name));
    }

    // Output

    @Test
    void theJsonOptionPrintsTheAnswerOfTheApi() throws JsonProcessingException {
        long id = waiting();

        JsonNode page = json(Ran.command("list", "queue:" + name, "--json"));

        assertThat(page.at("/tasks/0/id").longValue()).isEqualTo(id);
        assertThat(page.path("next").isNull()).isTrue();
        assertThat(page.at("/tasks/0/runAt").textValue()).endsWith("Z");
    }

    @Test
    void noTextOfATaskReachesTheTerminalAsAControlSequence() throws JsonProcessingException {
        long id = queue.enqueue(NewTask.of("noop")
                        .queue(name)
                        .source(HOSTILE)
                        .tags(HOSTILE)
                        .delay(Duration.ofDays(30)))
                .id();
        rows.execute("update rowmill_task set error = U&'\\001b]0;owned\\0007\\009b31m' where id = " + id);

        for (String[] command : new String[][] {
            {"show", String.valueOf(id)},
            {"list", "queue:" + name},
            {"show", "--json", String.valueOf(id)},
            {"cancel", String.valueOf(id)}
        }) {
            Ran ran = Ran.command(command);

            assertThat(ran.exitCode()).as(ran.err()).isZero();
            assertThat(ran.out().codePoints().filter(c -> Character.isISOControl(c) && c != '\n'))
                    .as(ran.out())
                    .isEmpty();
        }
        assertThat(json(Ran.command("show", "--json", String.valueOf(id)))
                        .path("source")
                        .textValue())
                .isEqualTo(HOSTILE);
    }

    // Errors

    @Test
    void aRefusalNamesEachField() {
        Ran ran = Ran.command("enqueue", "no-such-type");

        assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("rowmill: this application has no handler for the type")
                .contains("\n  type: has no handler here: 'no-such-type'\n");
    }

    @Test
    void withoutATokenTheErrorNamesTheTokenOption() {
        Ran ran = Ran.plain("list", "--url", Ran.address());

        assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.err()).contains("view").contains("--token or ROWMILL_TOKEN");
    }

    @Test
    void anAddressThatIsNotRowmillIsNamedInTheError() {
        Ran ran = Ran.plain("list", "--url", Ran.address() + "/elsewhere");

        assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.err()).contains("/elsewhere answered 404, and not as Rowmill does");
    }

    @Test
    void anUnreachableAddressIsNamedInTheError() {
        Ran ran = Ran.plain("list", "--url", "http://127.0.0.1:1");

        assertThat(ran.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(ran.err()).contains("http://127.0.0.1:1 cannot be reached");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bogus", "--json", "show", "show x", "cancel", "list --limit", "enqueue noop {", "list --url no"
            })
    void anInvalidCommandLineGetsAUsageError(String line) {
        Ran ran =
                Ran.plain(line.contains("--url") ? line.split(" ") : Ran.with(line.split(" "), "--url", Ran.address()));

        assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).isNotEmpty();
    }

    // The command line itself

    @Test
    void theHealthCommandPrintsTheReadinessOfANode() {
        Ran ran = Ran.plain("health", "--url", Ran.address());

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).containsPattern("(?m)^UP Rowmill$").contains("  operator: ");
        assertThat(Ran.plain("health", "--url", "http://127.0.0.1:1").exitCode())
                .isEqualTo(1);
    }

    @Test
    void theCompletionScriptContainsTheEnqueueCommand() {
        assertThat(Ran.plain("completion").out())
                .contains("complete -F _complete_rowmill")
                .containsPattern("local commands=\".*\\benqueue\\b.*\"");
    }

    // Many tasks, and nodes

    @Test
    void cancelWithAQueryWaitsForTheEndOfItsJob() {
        long id = waiting();
        waiting();

        Ran ran = Ran.command("cancel", "--query", "queue:" + name);

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("job \\d+ is finished: 2 of 2 tasks done, 0 skipped\n");
        assertThat(rows.of(id, "status")).isEqualTo("cancelled");
    }

    @Test
    void cancelNeedsEitherIdsOrAQuery() {
        assertThat(Ran.command("cancel", "7", "--query", "queue:" + name).exitCode())
                .isEqualTo(2);
        assertThat(Ran.command("cancel").exitCode()).isEqualTo(2);
    }

    @Test
    void nodesAreListed() {
        Ran ran = Ran.command("nodes");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("NAME", "LAST BEAT");
    }

    @Test
    void aPageOfNodesPrintsTheOptionForTheNextPage() {
        rows.execute("""
                insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types)
                select '!' || n, 'host', 'shop', '1.4', false, 10, 0, 0, array['noop'] from generate_series(1, 3) n
                """);
        try {
            Ran page = Ran.command("nodes", "--limit", "2");

            assertThat(page.out().lines()).hasSize(3).last().asString().startsWith("!2 ");
            assertThat(page.err()).isEqualTo("there are more: --after !2\n");
            assertThat(Ran.command("nodes", "--after", "!2").out())
                    .contains("\n!3 ")
                    .doesNotContain("!2 ");
        } finally {
            rows.execute("delete from rowmill_operator where version = '1.4'");
        }
    }
}
