package io.github.rowmill.operate.http.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the two workers of the documents as they are printed there. The test kills one of them while it works. */
@QuarkusTest
@TestProfile(Lending.class)
class WorkerProgramsTest {

    private static final Path PAGE = Path.of("docs/how-to/remote-workers.md");
    private static final int FILES = 12;

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    @TestHTTPResource("/")
    URI root;

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void kill() {
        processes.forEach(WorkerProgramsTest::kill);
        rows.execute("delete from rowmill_task where queue = 'media'");
    }

    /** Kills a process and its children. */
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Test
    void theWorkersOfTheDocumentsDoAllTasks() throws IOException {
        Process shell = start("ada", program("bash", "worker.sh"), "bash");
        Process python = start("bob", program("python", "worker.py"), "python3");
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            ids.add(enqueue("file-" + i));
            if (i == FILES / 2) {
                kill(shell);
                rows.execute("update rowmill_task set expiry = now() where operator_id = '%s' and status = 'executing'"
                        .formatted(Lending.NAME_OF_ADA));
                start("ada", program("bash", "worker.sh"), "bash");
            }
        }

        await().atMost(Duration.ofSeconds(60))
                .until(() -> ids.stream().allMatch(id -> rows.of(id, "status").equals("completed")));

        for (int i = 0; i < FILES; i++) {
            assertThat(folder.resolve("file-" + i + ".gz")).exists();
        }
        assertThat(python.isAlive()).isTrue();
    }

    @Test
    void aWorkerReportsItsFailures() throws IOException {
        for (String language : List.of("bash", "python3")) {
            Process worker = language.equals("bash")
                    ? start("ada", program("bash", "worker.sh"), language)
                    : start("bob", program("python", "worker.py"), language);
            long id = tasks.enqueue(NewTask.of(Lending.TYPE, Map.of("file", "/nowhere/at-all")))
                    .id();

            await().atMost(Duration.ofSeconds(30)).until(() -> rows.of(id, "error") != null);

            assertThat(rows.of(id, "error")).contains("No such file").contains("/nowhere/at-all");
            kill(worker);
            rows.execute("delete from rowmill_task where id = " + id);
        }
    }

    private long enqueue(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), name);
        return tasks.enqueue(NewTask.of(Lending.TYPE, Map.of("file", file.toString())))
                .id();
    }

    /** Writes a block of the page to a file. */
    private Path program(String language, String name) throws IOException {
        String page = Files.readString(PAGE);
        String mark = "```" + language + "\n";
        int from = page.indexOf(mark) + mark.length();
        assertThat(from).isGreaterThan(mark.length());
        return Files.writeString(folder.resolve(name), page.substring(from, page.indexOf("```", from)));
    }

    private Process start(String worker, Path program, String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command, program.toString());
        builder.environment().put("ROWMILL", root.toString().replaceAll("/$", ""));
        builder.environment().put("TOKEN", Lending.token(worker));
        builder.environment().put("RENEW", "0.5");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(worker + ".log").toFile())
                .start();
        processes.add(process);
        return process;
    }
}
