package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs commands of the packaged application, each as a process. */
final class CommandLine {

    private final Map<String, String> environment = new HashMap<>();

    /** Uses the database of a URL, in the variable that the configuration reads. */
    CommandLine(String url) {
        environment.put("QUARKUS_DATASOURCE_JDBC_URL", url);
    }

    /** The exit code and the output of a command. */
    record Ran(int exitCode, String out, String err) {}

    /** Adds an environment variable. */
    CommandLine with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Runs a command with these arguments. */
    Ran run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java());
        command.addAll(List.of(arguments));
        return run(command);
    }

    /** Runs a line in a shell in which the application is the command {@code rowmill}. */
    Ran type(String line) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("rowmill");
        Path script = folder.resolve("rowmill");
        try {
            Files.writeString(script, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(String.join("' '", java())));
            assertThat(script.toFile().setExecutable(true)).isTrue();
            environment.put("PATH", folder + ":" + System.getenv("PATH"));
            return run(List.of("sh", "-c", line));
        } finally {
            Files.delete(script);
            Files.delete(folder);
        }
    }

    private static List<String> java() {
        List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(SharedClasses.quick("256m"));
        java.addAll(SharedClasses.of(NodeLaunch.APPLICATION));
        java.addAll(List.of(
                "-jar", NodeLaunch.APPLICATION.resolve(NodeLaunch.RUNNER).toString()));
        return java;
    }

    private Ran run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("rowmill", ".out");
        Path err = Files.createTempFile("rowmill", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean hasEnded = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(hasEnded)
                    .as("%s ends: %s", command, Files.readString(err))
                    .isTrue();
            return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
