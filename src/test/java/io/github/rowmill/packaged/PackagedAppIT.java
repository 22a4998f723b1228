package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the packaged application as a process, with the embedded PostgreSQL and the samples. */
class PackagedAppIT {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path RUNNER =
            Path.of("target/quarkus-app/quarkus-run.jar").toAbsolutePath();

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stopAll() throws InterruptedException {
        for (Process process : started) {
            process.destroy();
            process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void aServerLeftByAKilledProcessIsAdoptedAndStoppedWithTheNext() throws Exception {
        Process killed = start("first.log", Map.of());
        awaitLog("first.log", "Listening on");
        ProcessHandle server = server();
        killed.destroyForcibly().waitFor();
        assertThat(server.isAlive()).isTrue();

        Process next = start("second.log", Map.of());
        awaitLog("second.log", "Listening on");
        assertThat(server()).isEqualTo(server);
        assertThat(log("second.log")).contains("version of schema \"public\": 1");

        next.destroy();
        assertThat(next.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(log("second.log")).contains("rowmill stopped in");
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void noServerIsStartedBesideAConfiguredDatabase() throws Exception {
        Process refused =
                start("refused.log", Map.of("QUARKUS_DATASOURCE_JDBC_URL", "jdbc:postgresql://127.0.0.1:1/nowhere"));

        assertThat(refused.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(log("refused.log")).contains("127.0.0.1:1");
        assertThat(folder.resolve(".rowmill")).doesNotExist();
    }

    @Test
    void thePackagedAppHasTheSamplesButNoBenchmark() throws IOException {
        try (Stream<Path> jars = Files.list(RUNNER.resolveSibling("app"));
                ZipFile jar = new ZipFile(jars.findFirst().orElseThrow().toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .contains("io/github/rowmill/sample/Events.class", "db/sample/V1__sample.sql")
                    .noneMatch(name -> name.matches("io/github/rowmill/bench/.+"));
        }
    }

    private Process start(String log, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-Dquarkus.http.port=0",
                        "-Drowmill.embedded=true",
                        "-Drowmill.sample.enabled=true",
                        "-Drowmill.sample.load=true",
                        "-jar",
                        RUNNER.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log).toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private void awaitLog(String log, String text) {
        await().atMost(DEADLINE).until(() -> log(log).contains(text));
    }

    private String log(String log) throws IOException {
        return Files.readString(folder.resolve(log));
    }

    private ProcessHandle server() throws IOException {
        Path lock = folder.resolve(".rowmill/postgres/data/postmaster.pid");
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(lock).get(0).strip()))
                .orElseThrow();
    }
}
