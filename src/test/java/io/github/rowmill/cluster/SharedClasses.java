package io.github.rowmill.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of JVMs that start fast and run for a short time. Loading classes takes two fifths of such a start. The
 * first caller starts a node that writes the classes to an archive (https://openjdk.org/jeps/350). Later JVMs map it.
 */
final class SharedClasses {

    private final Path application;
    private final Path archive;

    private SharedClasses(Path application) {
        this.application = application;
        this.archive = application.resolveSibling("node-classes.jsa");
    }

    /** Returns the options of a JVM that starts fast, with a given heap. */
    static List<String> quick(String heap) {
        return List.of("-Xmx" + heap, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }

    /**
     * Returns the options of a JVM that maps the archive of an application. If the archive is missing, this creates
     * it.
     */
    static synchronized List<String> of(Path application) {
        SharedClasses classes = new SharedClasses(application);
        classes.makeOnce();
        return List.of("-XX:SharedArchiveFile=" + classes.archive.toAbsolutePath(), "-Xlog:disable");
    }

    /**
     * Creates the archive once. Of several test JVMs, one creates it and the others wait. Closing the channel unlocks
     * it.
     */
    private void makeOnce() {
        try (FileChannel channel =
                FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            if (!isOfThisBuild()) {
                make();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(archive.toString(), e);
        }
    }

    private Path beside(String ending) {
        return archive.resolveSibling(archive.getFileName() + ending);
    }

    private boolean isOfThisBuild() throws IOException {
        Path runner = application.resolve(NodeLaunch.RUNNER);
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(runner)) > 0;
    }

    private void make() throws IOException, InterruptedException {
        Path unfinished = beside(".unfinished");
        List<String> options = new ArrayList<>(quick("256m"));
        options.add("-XX:ArchiveClassesAtExit=" + unfinished.toAbsolutePath());
        try (Database database = Database.start();
                Node node = new NodeLaunch("archivist-" + System.nanoTime(), database.url())
                        .application(application)
                        .jvm(options)
                        .start()) {
            node.awaitReady();
            node.status("/q/metrics");
            node.signal("TERM");
            node.awaitEnd();
        }
        Files.move(unfinished, archive, StandardCopyOption.REPLACE_EXISTING);
    }
}
