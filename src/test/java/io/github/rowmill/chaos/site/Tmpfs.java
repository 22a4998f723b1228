package io.github.rowmill.chaos.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small disk of its own, which can be filled. Needs root. */
public final class Tmpfs implements AutoCloseable {

    private static final int PIECE = 64 * 1024;

    private final Path folder;

    private Tmpfs(Path folder) {
        this.folder = folder;
    }

    /** Mounts a disk of {@code megabytes} at a folder. */
    public static Tmpfs mount(Path folder, int megabytes) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "rowmill-chaos", folder.toString());
        Tmpfs disk = new Tmpfs(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(disk::unmountAfterAll, "chaos-unmount"));
        return disk;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        assertThat(exit).as("%s, which needs root", String.join(" ", command)).isZero();
    }

    public Path folder() {
        return folder;
    }

    /** Writes until the disk is full. */
    public void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            byte[] piece = new byte[PIECE];
            while (true) {
                out.write(piece);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    /** Deletes the file that filled the disk. */
    public void free() throws IOException {
        Files.deleteIfExists(ballast());
    }

    private Path ballast() {
        return folder.resolve("ballast");
    }

    /** Unmounts lazily, because a process that is about to end may still use the disk. */
    private void unmountAfterAll() {
        try {
            new ProcessBuilder("umount", "-l", folder.toString()).start().waitFor();
        } catch (IOException e) {
            // The disk is unmounted already, or stays until the machine stops.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        unmountAfterAll();
    }
}
