package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restassured.RestAssured;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of the packaged application. */
final class Node implements AutoCloseable {

    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

    private final String name;
    private final int port;
    private final Process process;

    private Node(String name, int port, Process process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    /** Starts a node named {@code name} on a database, with settings such as {@code rowmill.lease=3s}. */
    static Node start(String name, Database database, String... settings) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Drowmill.operator-id=" + name,
                "-Drowmill.sample.enabled=true",
                "-Drowmill.api.enabled=true",
                "-Dquarkus.http.port=" + port,
                "-Dquarkus.http.host=127.0.0.1"));
        for (String setting : settings) {
            command.add("-D" + setting);
        }
        command.addAll(List.of("-jar", JAR.toString()));
        File log = Path.of("target", "node-" + name + ".log").toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        builder.environment().put("QUARKUS_DATASOURCE_JDBC_URL", database.url());
        return new Node(name, port, builder.start());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    String name() {
        return name;
    }

    Node awaitReady() {
        await().alias(name + " is started and ready")
                .atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> status("/q/health/started") == 200 && status("/q/health/ready") == 200);
        return this;
    }

    private int status(String path) {
        return RestAssured.given().get("http://127.0.0.1:" + port + path).statusCode();
    }

    /** The sum of all series of the metrics page that begin so; within braces, only the first label can be given. */
    long metric(String beginning) {
        return get("/q/metrics")
                .lines()
                .filter(line -> line.startsWith(beginning))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    String get(String path) {
        return RestAssured.given()
                .get("http://127.0.0.1:" + port + path)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Sends a signal, {@code STOP}, {@code CONT} or {@code TERM}. */
    void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    int awaitEnd() {
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(name + " ends").isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        awaitEnd();
    }
}
