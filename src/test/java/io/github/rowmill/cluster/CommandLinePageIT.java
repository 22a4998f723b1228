package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.cluster.CommandLine.Ran;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs all commands of the page of the command line in their order, and compares their answers with the page. */
class CommandLinePageIT {

    private static final Path KEPT = Path.of("docs/reference/command-line.md");
    private static final Path MADE = Path.of("target/command-line.md");

    private static final String PROMPT = "$ ";
    private static final String FENCE = "```";

    /** Mark on the page. Commands below it call a node, and the database has tasks. */
    private static final String NODE = "<!-- with a node -->";

    private static final String SEED = """
            insert into rowmill_task (type, queue, details, status, run_at, attempts, max_attempts, started, finished, error, tags)
            values ('reminder', 'mail', '{"account": "a7"}', 'completed', now(), 1, 10, now(), now(), null, '{}'),
                   ('reminder', 'mail', '{"account": "a8"}', 'dead', now(), 10, 10, now(), now(), 'SocketTimeoutException: Read timed out', '{vip}'),
                   ('event', 'default', '{"account": "a9", "name": "page-view", "n": 3}', 'queued', now() + interval '1 day', 0, 10, null, null, null, '{}')
            """;

    private static final String ATTEMPT = """
            insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace)
            values (2, 10, 'mill-1', now(), now(), 'SocketTimeoutException: Read timed out',
                    E'java.net.SocketTimeoutException: Read timed out\\n\\tat org.acme.Mails.send(Mails.java:31)')
            """;

    private static final String SCHEDULES = """
            insert into rowmill_schedule (name, type, details, cron, every, zone, paused, next_run)
            values ('nightly', 'daily-analytics', '{"account": "a7"}', '1 0 * * *', null, 'Europe/Berlin', false, now() + interval '1 day'),
                   ('polite', 'reminder', '{}', null, interval '90 min', 'UTC', true, now())
            """;

    @Test
    void eachCommandPrintsTheAnswerOfThePage() throws IOException, InterruptedException {
        String kept = Files.exists(KEPT) ? Files.readString(KEPT) : "";
        try (Database database = Database.start()) {
            CommandLine shell = new CommandLine(database.url());
            int split = kept.indexOf(NODE);
            String first = answered(kept.substring(0, split), shell);
            database.execute(SEED);
            database.execute(ATTEMPT);
            database.execute(SCHEDULES);
            try (Node node = Node.start("mill-1", database, "rowmill.enabled=false")) {
                node.awaitReady();
                shell.with("ROWMILL_URL", node.address())
                        .with(
                                "QUARKUS_HTTP_PORT",
                                String.valueOf(URI.create(node.address()).getPort()));
                String made = first + answered(kept.substring(split), shell);
                Files.writeString(MADE, made);

                assertThat(made)
                        .as("the command line answers otherwise; if that is meant: cp %s %s", MADE, KEPT)
                        .isEqualTo(kept);
            }
        }
    }

    /** Returns the text with the present answer of each command below it. */
    private static String answered(String text, CommandLine shell) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        boolean isAnswer = false;
        for (String line : text.split("\n", -1)) {
            isAnswer &= !line.startsWith(FENCE);
            if (line.startsWith(PROMPT)) {
                isAnswer = true;
                lines.add(line);
                lines.addAll(answer(shell.type(line.substring(PROMPT.length()))));
            } else if (!isAnswer) {
                lines.add(line);
            }
        }
        return String.join("\n", lines);
    }

    /** Returns the lines that a command wrote. All moments in them are replaced by a fixed one. */
    private static List<String> answer(Ran ran) {
        String moments = (ran.out() + ran.err())
                .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "2026-11-23 09:00:00")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "2026-11-23T09:00:00Z");
        return moments.lines().toList();
    }
}
