package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restassured.RestAssured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of the packaged application. */
public final class Node implements AutoCloseable {

    private final String name;
    private final int port;
    private final Process process;
    private final Path log;

    Node(String name, int port, Process process, Path log) {
        this.name = name;
        this.port = port;
        this.process = process;
        this.log = log;
    }

    /** Starts a node named {@code name} on a database, with settings such as {@code rowmill.lease=3s}. */
    static Node start(String name, Database database, String... settings) throws IOException {
        return new NodeLaunch(name, database.url())
                .quick("512m")
                .settings(List.of(settings))
                .start();
    }

    public String name() {
        return name;
    }

    public Node awaitReady() {
        await().alias(name + " is started and ready")
                .atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> status("/q/health/started") == 200 && status("/q/health/ready") == 200);
        return this;
    }

    /** Returns the address of its HTTP interface. */
    public String address() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns the file with its output. */
    public Path log() {
        return log;
    }

    /** Returns its output so far. */
    String logged() throws IOException {
        return Files.readString(log);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the status of the answer to a path. */
    public int status(String path) {
        return RestAssured.given().get(address() + path).statusCode();
    }

    /**
     * Returns the sum of all series of the metrics page that begin with a text. In braces, the text can only have the
     * first label.
     */
    public long metric(String beginning) {
        return get("/q/metrics")
                .lines()
                .filter(line -> line.startsWith(beginning))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    String get(String path) {
        return RestAssured.given()
                .get(address() + path)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    /** Kills the process, as {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Sends a signal, {@code STOP}, {@code CONT} or {@code TERM}. */
    public void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    public int awaitEnd() {
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
