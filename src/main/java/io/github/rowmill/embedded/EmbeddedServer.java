package io.github.rowmill.embedded;

import io.quarkus.runtime.Application;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The embedded PostgreSQL of a folder. It is durable and keeps its data in the folder. It is stopped after the
 * last application that uses it.
 *
 * <p>Live reload and a second test profile load this class again. The URL is kept in a system property, so that
 * they find the running server. After a {@code kill -9} of the process the server stays alive, and the next
 * process adopts it.
 */
public final class EmbeddedServer implements EmbeddedDatabase {

    /** Prefix of the system property. It is not under {@code rowmill.}, where every property must be a setting. */
    private static final String RUNNING = "io.github.rowmill.embedded.url:";

    @Override
    public String url(String folder) {
        Path absolute = Path.of(folder).toAbsolutePath().normalize();
        synchronized (EmbeddedServer.class) {
            String running = System.getProperty(RUNNING + absolute);
            if (running != null) {
                return running;
            }
            String url = "jdbc:postgresql://127.0.0.1:%s/postgres?user=postgres".formatted(port(absolute));
            System.setProperty(RUNNING + absolute, url);
            return url;
        }
    }

    private static int port(Path folder) {
        try {
            Files.createDirectories(folder);
            ServerUsers users = new ServerUsers(folder);
            return users.join(() -> adoptOrStart(folder, users));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the embedded PostgreSQL in %s cannot be started; see %s, or name a database by QUARKUS_DATASOURCE_JDBC_URL"
                            .formatted(folder, log(folder)),
                    e);
        }
    }

    private static int adoptOrStart(Path folder, ServerUsers users) throws IOException {
        Path data = folder.resolve("data");
        Optional<Postmaster> running = Postmaster.of(data);
        if (running.isPresent()) {
            stopAfterApplication(users, running.get()::stop);
            return running.get().port();
        }
        EmbeddedPostgres server = start(folder, data);
        stopAfterApplication(users, server::close);
        return server.getPort();
    }

    /**
     * Starts the server with durable settings. The library's defaults switch off fsync and delete the folder, for
     * data that is thrown away.
     */
    private static EmbeddedPostgres start(Path folder, Path data) throws IOException {
        Logger.getLogger("io.zonky").setLevel(Level.WARNING);
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(log(folder).toFile());
        return EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(binaries())
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

    /**
     * Returns the folder that the server is unpacked into, once for each user of the operating system. The library
     * lets every user write there, but only this user can enter the folder above.
     */
    private static File binaries() throws IOException {
        return OwnFolder.of(Path.of(System.getProperty("user.home"), ".cache", "rowmill"))
                .resolve("postgres")
                .toFile();
    }

    private static Path log(Path folder) {
        return folder.resolve("server.log");
    }

    /**
     * Stops the server after the application, which still needs the database. Shutdown hooks run in parallel, so
     * this hook waits until the application has stopped.
     */
    private static void stopAfterApplication(ServerUsers users, ServerUsers.Stop stop) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            Application running = Application.currentApplication();
                            if (running != null) {
                                running.awaitShutdown();
                            }
                            users.leave(stop);
                        },
                        "rowmill-embedded-stop"));
    }
}
