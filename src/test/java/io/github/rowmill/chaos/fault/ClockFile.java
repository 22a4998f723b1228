package io.github.rowmill.chaos.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that a faked clock reads its offset from, now and again. */
public final class ClockFile {

    private final Path path;

    /** Begins with the right time. */
    public ClockFile(Path path) throws IOException {
        this.path = path;
        Files.createDirectories(path.toAbsolutePath().getParent());
        set("+0");
    }

    public Path path() {
        return path;
    }

    /** By a rename: nobody reads half a file. */
    void set(String by) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        Files.writeString(next, by + "\n");
        Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
    }
}
