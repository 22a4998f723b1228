package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The database's clock jumps ahead or back. */
public final class ClockStep implements Fault {

    private static final int MINUTES = 10;
    private static final int SECONDS_BETWEEN_STEPS = 4;

    private final Path offset;

    /** The file is read by the server's faked clock. */
    public ClockStep(Path offset) throws IOException {
        this.offset = offset;
        Files.createDirectories(offset.toAbsolutePath().getParent());
        set("+0");
    }

    /** The file. */
    public Path offset() {
        return offset;
    }

    /** The clock is ahead from now on: nothing that was written at another time is due later than it should be. */
    public void stayAhead() throws IOException {
        set("+" + MINUTES + "m");
    }

    /** By a rename: nobody reads half a file. */
    private void set(String by) throws IOException {
        Path next = offset.resolveSibling(offset.getFileName() + ".next");
        Files.writeString(next, by + "\n");
        Files.move(next, offset, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public String title() {
        return "the database's clock steps";
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        set((random.nextBoolean() ? "+" : "-") + MINUTES + "m");
        TimeUnit.SECONDS.sleep(SECONDS_BETWEEN_STEPS);
        set("+0");
        TimeUnit.SECONDS.sleep(SECONDS_BETWEEN_STEPS);
        return true;
    }
}
