package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.rowmill.operate.cli.terminal.Console;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.operate.cli.terminal.Shown;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Begins a job and waits for its end. If the command is interrupted, the nodes still finish the job. */
final class BulkJob {

    private static final String RUNNING = "running";
    private static final String FINISHED = "finished";
    private static final long PAUSE_MILLIS = 200;

    /** Most refused tasks that the command prints. The API lists all. */
    private static final String SHOWN = "20";

    /** Longest wait without progress. Every 30 s a node looks for jobs that other nodes left. */
    private static final long MOST_MILLIS_WITHOUT_PROGRESS = 45_000;

    private final Client client;
    private final Console console;
    private final long mostMillis;

    BulkJob(Client client, Console console) {
        this(client, console, MOST_MILLIS_WITHOUT_PROGRESS);
    }

    /** Creates a job whose command waits {@code mostMillis} for progress. */
    BulkJob(Client client, Console console, long mostMillis) {
        this.client = client;
        this.console = console;
        this.mostMillis = mostMillis;
    }

    /** Runs a job. Returns it when it has ended, or as it is if no node makes progress with it. */
    String run(String action, String query, ObjectNode options) {
        ObjectNode asked = options.deepCopy();
        asked.put("action", action).put("q", query);
        String answer = client.post("/jobs", asked);
        long waited = 0;
        while (isRunning(answer) && waited < mostMillis) {
            long before = done(answer);
            pause();
            answer = client.get("/jobs/" + Client.read(answer).path("id").asText(), Map.of());
            waited = done(answer) > before ? 0 : waited + PAUSE_MILLIS;
            console.progress("%s of %s tasks"
                    .formatted(done(answer), Client.read(answer).path("total").asText()));
        }
        return answer;
    }

    /**
     * Returns the exit code for a job, and prints why it is not that of success: the job has not ended, was
     * stopped, or did not retry some tasks, as their payload with the patch does not fit the type.
     */
    int exitCode(String answer) {
        JsonNode job = Client.read(answer);
        String id = job.path("id").asText();
        boolean hasRefused = job.path("refused").longValue() > 0;
        if (hasRefused) {
            Shown.refusals(Client.read(client.get("/jobs/%s/refusals".formatted(id), Map.of("limit", SHOWN))), console);
        }
        if (isRunning(answer)) {
            console.complain("no node makes progress with job %s; the nodes finish it when they can".formatted(id));
        }
        boolean isFinished = FINISHED.equals(job.path("status").textValue());
        return isFinished && !hasRefused ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static boolean isRunning(String answer) {
        return RUNNING.equals(Client.read(answer).path("status").textValue());
    }

    private static long done(String answer) {
        JsonNode job = Client.read(answer);
        return job.path("done").longValue() + job.path("skipped").longValue();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
