package io.github.rowmill.chaos.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file from which a fake clock reads its offset at intervals. */
public final class ClockFile {

    private final Path path;

    /** Creates the file, with the right time. */
    public ClockFile(Path path) throws IOException {
        this.path = path;
        Files.createDirectories(path.toAbsolutePath().getParent());
        set("+0");
    }

    public Path path() {
        return path;
    }

    /** Replaces the file by a rename, so that no process reads half a file. */
    void set(String by) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        Files.writeString(next, by + "\n");
        Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
    }
}
