package io.github.rowmill.chaos.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server that streams to another one, or from it. It runs Debian's programs, because the embedded server
 * has no pg_basebackup.
 */
public final class Replica implements AutoCloseable {

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A name that matches any standby. There is only one. */
    private static final String ANY_STANDBY = "*";

    private static final List<String> SETTINGS = List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=100",
            "hot_standby=on",
            "wal_receiver_timeout=5s",
            "wal_sender_timeout=5s");

    private final Path data;
    private final Path log;
    private final int port;
    private final Sql sql;
    private Process process;

    private Replica(Path data, int port) {
        this.data = data.toAbsolutePath();
        this.log = data.resolveSibling(data.getFileName() + ".log");
        this.port = port;
        this.sql = new Sql(port);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "chaos-replica-stop"));
    }

    /** Returns the folder of the newest programs, or empty if Debian's package {@code postgresql} is not installed. */
    public static Optional<Path> programs() {
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.exists(bin.resolve("pg_basebackup")))
                    .max(Comparator.comparing(Path::toString));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Creates a server and starts it. */
    public static Replica primary(Path data) throws IOException, InterruptedException {
        Replica made = new Replica(data, NodeLaunch.freePort());
        made.run("initdb", "-D", made.data.toString(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N", "-k");
        // The setting is in a file, because pg_rewind starts the server without our options.
        Files.writeString(made.data.resolve("postgresql.conf"), "wal_keep_size = 512MB\n", StandardOpenOption.APPEND);
        made.start();
        return made;
    }

    /** Creates another server and starts it. It streams from this one, through the port {@code by}. */
    public Replica standby(Path folder, int by) throws IOException, InterruptedException {
        Replica made = new Replica(folder, NodeLaunch.freePort());
        made.run("pg_basebackup", "-D", made.data.toString(), "-d", source(by), "-R", "-X", "stream", "-c", "fast");
        made.start();
        return made;
    }

    /** Returns the connection string by which a standby connects to this server. */
    private static String source(int by) {
        return "host=127.0.0.1 port=%d user=postgres dbname=postgres application_name=standby".formatted(by);
    }

    /** Starts the server as a primary or a standby, and waits until it answers. */
    public void start() throws IOException {
        List<String> command = command("postgres", "-D", data.toString(), "-p", String.valueOf(port));
        SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> sql.number("select 1") == 1);
    }

    /** Stops the server at once, as a power cut does. */
    public void stopImmediately() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("the server stops")
                .isTrue();
    }

    /** Stops all processes of the server by a signal. Connections stay open, and nothing answers. */
    public void freeze() throws IOException, InterruptedException {
        signalAll("STOP");
    }

    /** Undoes {@link #freeze}. The server has noticed nothing of the time since then. */
    public void goOn() throws IOException, InterruptedException {
        signalAll("CONT");
    }

    private void signalAll(String signal) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal, Long.toString(process.pid())));
        process.descendants()
                .map(ProcessHandle::pid)
                .map(pid -> Long.toString(pid))
                .forEach(command::add);
        new ProcessBuilder(command).start().waitFor();
    }

    /** Sets whether a commit here waits until the standby has it on its disk. */
    public void waitForStandby(boolean waits) throws SQLException {
        sql.execute("alter system set synchronous_standby_names = '%s'".formatted(waits ? ANY_STANDBY : ""));
        sql.execute("select pg_reload_conf()");
        if (waits) {
            await().atMost(PATIENCE)
                    .until(() -> sql.number(
                                    "select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')")
                            == 1);
        }
    }

    /** Waits until a standby streams from this one. */
    public void awaitStandby() {
        await().atMost(PATIENCE)
                .until(() -> sql.number("select count(*) from pg_stat_replication where state = 'streaming'") == 1);
    }

    /** Waits until a standby shows everything that this server has written so far. */
    public void awaitReplay(Replica standby) throws SQLException {
        String written = sql.rows("select pg_current_wal_lsn()", 1).get(0).get(0);
        await().atMost(PATIENCE)
                .until(() -> standby.sql.number("select count(*) where pg_last_wal_replay_lsn() >= cast('%s' as pg_lsn)"
                                .formatted(written))
                        == 1);
    }

    /** Makes this standby a primary. It takes writes when this returns. */
    public void promote() throws SQLException {
        assertThat(sql.rows("select pg_promote(true, 60)", 1).get(0).get(0)).isEqualTo("t");
    }

    /** Makes this server, which was the primary, a standby of {@code primary}, and starts it. */
    public void followAgain(Replica primary) throws IOException, InterruptedException, SQLException {
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        // Without a checkpoint, the new primary's control file names the old timeline, and pg_rewind finds nothing to
        // rewind.
        primary.sql.execute("checkpoint");
        run("pg_rewind", "--target-pgdata=" + data, "--source-server=" + source(primary.port), "-R");
        start();
    }

    public boolean isReadOnly() throws SQLException {
        return sql.rows("select pg_is_in_recovery()", 1).get(0).get(0).equals("t");
    }

    public int port() {
        return port;
    }

    public Sql sql() {
        return sql;
    }

    private static List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>(Server.asNobody());
        command.add(programs().orElseThrow().resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private void run(String program, String... arguments) throws IOException, InterruptedException {
        Process run = new ProcessBuilder(command(program, arguments))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        assertThat(run.waitFor()).as("%s, see %s", program, log).isZero();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
