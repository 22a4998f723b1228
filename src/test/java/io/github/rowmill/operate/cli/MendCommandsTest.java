package io.github.rowmill.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.DeadReminders;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.cli.terminal.Console;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests retries of dead tasks with a patch from the command line, one task or many. */
@QuarkusTest
class MendCommandsTest {

    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    @Inject
    Rows rows;

    private final String queue = Api.fresh("mend");

    @AfterEach
    void clear() {
        DeadReminders.clear(rows, queue);
    }

    private static Ran retry(String... arguments) {
        return Ran.plain(Ran.with(arguments, "--url", Ran.address(), "retry"));
    }

    @Test
    void aTaskIsRetriedWithAPatchAndMoreAttempts() {
        long id = DeadReminders.one(rows, queue);

        Ran ran = retry(String.valueOf(id), "--patch", "{\"account\": \"a7\"}", "--attempts", "2");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("task %d (reminder, queue %s) is queued\n".formatted(id, queue));
        assertThat(rows.of(id, "details")).isEqualTo("{\"account\": \"a7\"}");
        assertThat(rows.of(id, "max_attempts")).isEqualTo("5");
    }

    @Test
    void fiveHundredTasksAreRetriedWithAPatchByAQuery() {
        DeadReminders.many(rows, queue, 500);

        Ran ran = retry("--query", "status:dead queue:" + queue, "--patch", "{\"account\": \"a7\"}");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("is finished: 500 of 500 tasks done, 0 skipped");
        assertThat(rows.number(
                        "select count(*) from rowmill_task where status = 'queued' and details ->> 'account' = 'a7' and queue = '%s'"
                                .formatted(queue)))
                .isEqualTo(500);
        assertThat(DeadReminders.audited(rows, queue, "anonymous")).isEqualTo(500);
    }

    @Test
    void aPatchThatTheTypeRefusesIsReportedWithItsField() {
        long id = DeadReminders.one(rows, queue);

        Ran one = retry(String.valueOf(id), "--patch", "{\"account\": \"\"}");
        Ran many = retry("--query", "queue:" + queue, "--patch", "{\"account\": \"\"}");

        assertThat(one.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(one.err()).contains("payload.account: ");
        assertThat(many.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(many.out()).contains("0 of 1 tasks done, 1 skipped");
        assertThat(many.err()).contains("task %d was not retried: ".formatted(id), "payload.account");
        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");
    }

    @Test
    void aJobThatDoesNotEndIsAFailure() throws SQLException {
        long id = DeadReminders.one(rows, queue);
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(new StringWriter()), new PrintWriter(err, true), false);
        BulkJob job = new BulkJob(new Client(Ran.address(), null), console, 400);
        String running;
        try (Connection holder = rows.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("select from rowmill_task where id = %d for update".formatted(id));

            running = job.run("retry", "status:dead queue:" + queue, Client.JSON.createObjectNode());
            holder.rollback();
        }

        assertThat(Client.read(running).path("status").textValue()).isEqualTo("running");
        assertThat(job.exitCode(running)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).matches("rowmill: no node makes progress with job \\d+; the nodes finish it .*\n");
    }

    @Test
    void aJobThatAnotherUserStoppedIsAFailure() {
        BulkJob job = new BulkJob(new Client(Ran.address(), null), new Console(NOWHERE, NOWHERE, false));

        assertThat(job.exitCode("{\"id\": 1, \"status\": \"stopped\", \"refused\": 0}"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(job.exitCode("{\"id\": 1, \"status\": \"finished\", \"refused\": 0}"))
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void aPatchThatIsNoJsonIsAWrongCommandLine() {
        Ran ran = retry("1", "--patch", "{");

        assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ran.err()).contains("the patch is not JSON");
    }
}
