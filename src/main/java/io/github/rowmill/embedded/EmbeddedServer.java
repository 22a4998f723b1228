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
 * The embedded PostgreSQL of a folder: durable, its data kept there, stopped after the last application that uses it.
 *
 * <p>Live reload and a second test profile load this class anew; the URL is kept in a system property, so that they find
 * the server that runs. After a {@code kill -9} of the process the server lives on, and the next process adopts it.
 */
public final class EmbeddedServer implements EmbeddedDatabase {

    /** Not under {@code rowmill.}, where every property must be a setting. */
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

    /** The library's defaults are for throw-away data: they switch off fsync, and delete the folder. */
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

    /** Where the server is unpacked, once for each user. The library lets anybody write there, but not enter the folder above. */
    private static File binaries() throws IOException {
        return OwnFolder.of(Path.of(System.getProperty("user.home"), ".cache", "rowmill"))
                .resolve("postgres")
                .toFile();
    }

    private static Path log(Path folder) {
        return folder.resolve("server.log");
    }

    /** Hooks run side by side: this one waits until the application, which still needs the database, has stopped. */
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
