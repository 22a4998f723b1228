package io.github.rowmill.chaos.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.NodeLaunch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A durable PostgreSQL cluster that can be stopped in several ways and started again on its port. */
public final class Server implements AutoCloseable {

    private static final Map<String, String> SETTINGS = Map.of(
            "fsync", "on",
            "synchronous_commit", "on",
            "max_connections", "200",
            "unix_socket_directories", "");

    private final Path data;
    private final Path log;
    private final int port;
    private final String program;
    private final Map<String, String> environment;
    private final Sql sql;
    private final Thread hook = new Thread(this::close, "chaos-server-stop");
    private Process process;
    private volatile long downSince;

    private Server(Path data, Path log, int port, String program, Map<String, String> environment) {
        this.data = data;
        this.log = log;
        this.port = port;
        this.program = program;
        this.environment = environment;
        this.sql = new Sql(port);
    }

    /**
     * Creates a cluster and starts it.
     *
     * @param data its data folder, which must be empty or missing
     * @param log the file for the server's messages
     * @param environment of the server's process, such as {@code LD_PRELOAD}
     */
    public static Server start(Path data, Path log, Map<String, String> environment) throws IOException {
        int port = NodeLaunch.freePort();
        Server server = new Server(data.toAbsolutePath(), log, port, initialise(data, port), environment);
        Runtime.getRuntime().addShutdownHook(server.hook);
        server.start();
        return server;
    }

    /**
     * Creates the cluster by the library, which unpacks the binaries. Returns the path of the server program, which is
     * in a file of the cluster.
     */
    private static String initialise(Path data, int port) throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .start()) {
            String options = Files.readString(data.resolve("postmaster.opts"));
            return options.substring(0, options.indexOf(' '));
        }
    }

    /** Starts the server, and waits until it answers. After a crash it recovers first. */
    public void start() throws IOException {
        downSince = 0;
        List<String> command = new ArrayList<>(asNobody());
        command.addAll(List.of(program, "-D", data.toString(), "-p", String.valueOf(port)));
        SETTINGS.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        process = builder.start();
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> sql.number("select 1") == 1);
    }

    /**
     * Returns the beginning of a command that does not run as root. PostgreSQL and PgBouncer refuse to run as root. In
     * a new user namespace, the process is not root.
     */
    static List<String> asNobody() {
        return System.getProperty("user.name").equals("root") ? List.of("unshare", "-U") : List.of();
    }

    /** Stops the server at once, as a power cut does. Nothing is flushed, and the next start recovers. */
    public void stopImmediately() throws IOException, InterruptedException {
        stop("QUIT");
    }

    /** Ends all sessions, and stops the server in good order. */
    public void stopFast() throws IOException, InterruptedException {
        stop("INT");
    }

    private void stop(String signal) throws IOException, InterruptedException {
        downSince = System.nanoTime();
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the server stops").isTrue();
    }

    /** Returns the nanoseconds since the server was stopped, or 0 if it runs or starts. */
    public long nanosDown() {
        long since = downSince;
        return since == 0 ? 0 : System.nanoTime() - since;
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    public int port() {
        return port;
    }

    public Sql sql() {
        return sql;
    }

    /** Returns the file of the server's log. */
    public Path log() {
        return log;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
