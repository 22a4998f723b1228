package io.github.rowmill.chaos.site;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Debian's PgBouncer in front of a server. The next transaction of a session may run on another connection. */
public final class PgBouncer implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

    private final Process process;
    private final int port;

    private PgBouncer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns whether PgBouncer can be started here. */
    public static boolean isThere() {
        return Files.exists(PROGRAM) && System.getProperty("user.name").equals("root");
    }

    /** Starts PgBouncer in transaction mode. */
    public static PgBouncer before(Server server, Path folder) throws IOException {
        return before(server.port(), folder);
    }

    /** Starts PgBouncer in transaction mode, in front of the server on a port of this machine. */
    public static PgBouncer before(int serverPort, Path folder) throws IOException {
        if (!Files.exists(PROGRAM)) {
            throw new IllegalStateException("pgbouncer is missing: install Debian's package pgbouncer");
        }
        int port = NodeLaunch.freePort();
        Path settings = folder.resolve("pgbouncer.ini");
        Files.writeString(settings, """
                [databases]
                postgres = host=127.0.0.1 port=%d user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 60
                max_client_conn = 500
                server_login_retry = 1
                ignore_startup_parameters = extra_float_digits
                """.formatted(serverPort, port));
        List<String> command = new ArrayList<>(Server.asNobody());
        command.addAll(List.of(PROGRAM.toString(), settings.toAbsolutePath().toString()));
        PgBouncer pooler = new PgBouncer(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                        .start(),
                port);
        await().atMost(Duration.ofSeconds(30)).until(pooler::answers);
        return pooler;
    }

    private boolean answers() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
