package io.github.rowmill.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * The processes that use the server of a folder. Each has an empty file with its name. A second application in the
 * same folder shares the server, and the last process to leave stops it. A lock across processes serializes
 * joining and leaving.
 */
final class ServerUsers {

    /** Finds or starts a server. */
    interface Start {
        int port() throws IOException;
    }

    /** Stops a server. */
    interface Stop {
        void run() throws IOException, InterruptedException;
    }

    private final Path folder;
    private final Path turn;

    ServerUsers(Path server) throws IOException {
        this.folder = Files.createDirectories(server.resolve("used-by"));
        this.turn = server.resolve("turn.lock");
    }

    /** Finds or starts the server, counts this process among its users and returns the server's port. */
    int join(Start start) throws IOException {
        try (FileChannel channel = open()) {
            channel.lock();
            int port = start.port();
            Files.write(folder.resolve(name(ProcessHandle.current())), new byte[0]);
            return port;
        }
    }

    /** Stops the server, unless another process still uses it. */
    void leave(Stop stop) {
        try (FileChannel channel = open()) {
            channel.lock();
            Files.deleteIfExists(folder.resolve(name(ProcessHandle.current())));
            if (!isUsed()) {
                stop.run();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Opens the lock file. The lock ends when the channel is closed, also if the process is killed. */
    private FileChannel open() throws IOException {
        return FileChannel.open(turn, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private boolean isUsed() throws IOException {
        boolean used = false;
        try (DirectoryStream<Path> users = Files.newDirectoryStream(folder)) {
            for (Path user : users) {
                if (isAlive(user.getFileName().toString())) {
                    used = true;
                } else {
                    Files.delete(user);
                }
            }
        }
        return used;
    }

    /**
     * Returns whether a process with this name runs. A killed process leaves its file behind, and its number may
     * belong to another process later. The name contains the start time too, which differs.
     */
    private static boolean isAlive(String name) {
        return ProcessHandle.of(Long.parseLong(name.substring(0, name.indexOf('-'))))
                .filter(process -> name(process).equals(name))
                .isPresent();
    }

    private static String name(ProcessHandle process) {
        long started =
                process.info().startInstant().map(Instant::getEpochSecond).orElse(0L);
        return process.pid() + "-" + started;
    }
}
