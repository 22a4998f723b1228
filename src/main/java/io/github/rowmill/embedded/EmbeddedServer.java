package io.github.rowmill.embedded;

import io.quarkus.runtime.Application;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The one embedded PostgreSQL of this process: durable, its data kept in a folder, stopped after the application.
 *
 * <p>Live reload and a second test profile load this class anew; the URL is kept in a system property, so that they find
 * the server that runs. After a {@code kill -9} of the process the server lives on, and the next process adopts it.
 */
final class EmbeddedServer {

    private static final String RUNNING = "io.github.rowmill.embedded.url";

    private EmbeddedServer() {}

    static String url(String folder) {
        synchronized (EmbeddedServer.class) {
            String running = System.getProperty(RUNNING);
            if (running != null) {
                return running;
            }
            String url = start(Path.of(folder).toAbsolutePath());
            System.setProperty(RUNNING, url);
            return url;
        }
    }

    private static String start(Path folder) {
        Path data = folder.resolve("data");
        Optional<Postmaster> left = Postmaster.of(data);
        if (left.isPresent()) {
            stopAfterApplication(left.get()::stop);
            return url(left.get().port());
        }
        try {
            Files.createDirectories(folder);
            EmbeddedPostgres server = server(folder, data);
            stopAfterApplication(() -> close(server));
            return url(server.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the embedded PostgreSQL in " + folder + " cannot be started; see " + folder.resolve("server.log")
                            + ", or name a database by QUARKUS_DATASOURCE_JDBC_URL",
                    e);
        }
    }

    /** The library's defaults are for throw-away data: they switch off fsync, and delete the folder. */
    private static EmbeddedPostgres server(Path folder, Path data) throws IOException {
        Logger.getLogger("io.zonky").setLevel(Level.WARNING);
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(folder.resolve("server.log").toFile());
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "200")
                .setRegisterShutdownHook(false)
                .setOutputRedirector(log)
                .setErrorRedirector(log)
                .start();
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    /** Hooks run side by side: this one waits until the application, which still needs the database, has stopped. */
    private static void stopAfterApplication(Runnable stop) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            Application running = Application.currentApplication();
                            if (running != null) {
                                running.awaitShutdown();
                            }
                            stop.run();
                        },
                        "rowmill-embedded-stop"));
    }

    private static void close(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server that a killed process has left behind: line 1 of its lock file is the process, line 4 the port. */
    private record Postmaster(ProcessHandle process, int port) {

        private static final int PORT_LINE = 3;

        static Optional<Postmaster> of(Path data) {
            Path lock = data.resolve("postmaster.pid");
            if (!Files.isReadable(lock)) {
                return Optional.empty();
            }
            try {
                List<String> lines = Files.readAllLines(lock);
                int port = Integer.parseInt(lines.get(PORT_LINE).strip());
                return ProcessHandle.of(Long.parseLong(lines.get(0).strip()))
                        .filter(ProcessHandle::isAlive)
                        .filter(process -> process.info().command().orElse("").contains("postgres"))
                        .map(process -> new Postmaster(process, port));
            } catch (IOException | RuntimeException e) {
                return Optional.empty();
            }
        }

        /** SIGTERM is PostgreSQL's smart shutdown: it ends once the connections have. */
        void stop() {
            process.destroy();
        }
    }
}
