package io.github.rowmill.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A server that runs on a data folder, whichever process started it. Line 1 of its lock file is the process, line
 * 4 the port.
 */
record Postmaster(ProcessHandle process, int port) {

    private static final int PORT_LINE = 3;
    private static final int STOP_SECONDS = 20;

    /**
     * Returns the server of this data folder.
     *
     * @return empty if none is alive
     */
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
                    .filter(process -> serves(process, data))
                    .map(process -> new Postmaster(process, port));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether the process is the server of this data folder. After a crash of the machine, the lock file
     * may have the number of an unrelated process.
     */
    private static boolean serves(ProcessHandle process, Path data) {
        ProcessHandle.Info info = process.info();
        boolean postgres = info.command().orElse("").contains("postgres");
        return postgres
                && info.arguments()
                        .map(arguments -> Arrays.asList(arguments).contains(data.toString()))
                        .orElse(true);
    }

    /**
     * Stops the server and waits for its end. It uses SIGINT, PostgreSQL's fast shutdown, if the platform has it,
     * because SIGTERM waits until every connection has ended.
     */
    void stop() throws IOException, InterruptedException {
        if (process.supportsNormalTermination()) {
            new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start().waitFor();
        } else {
            process.destroy();
        }
        process.onExit()
                .completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
