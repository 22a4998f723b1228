package io.github.rowmill.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A peer in its own JVM, with the same options as nodes. Its tables are in the schema {@code peers}. */
final class PeerProcess implements AutoCloseable {

    /** Options of the JVM, for example {@code -Dpeer.threads=20 -Dpeer.poll=200}. */
    private static final List<String> OPTIONS = Stream.of(
                    System.getProperty("bench.peer", "").split(" "))
            .filter(option -> !option.isEmpty())
            .toList();

    private final String name;
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter questions;

    private PeerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    static PeerProcess start(Target target, String name) throws IOException {
        return start(target, name, PeerMain.class, List.of());
    }

    /** Starts the process of {@code main}. The options of {@code -Dbench.peer} override {@code options}. */
    static PeerProcess start(Target target, String name, Class<?> main, List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Benchmark.JVM);
        command.addAll(options);
        command.addAll(OPTIONS);
        command.addAll(List.of(
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                name,
                target.url() + (target.url().contains("?") ? "&" : "?") + "currentSchema=peers,public"));
        Path log = Path.of("target", "peer-" + name + ".log");
        return new PeerProcess(
                name, new ProcessBuilder(command).redirectError(log.toFile()).start());
    }

    String settings() throws IOException {
        return ask("settings");
    }

    double drain(String task, int tasks) throws IOException {
        return Double.parseDouble(ask("drain %s %d".formatted(task, tasks)));
    }

    List<Wake> wakes(int tasks) throws IOException {
        return Stream.of(ask("wakes " + tasks).split(" ")).map(Wake::parse).toList();
    }

    long pid() {
        return process.pid();
    }

    /** Writes a line, and returns the answer. */
    String ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(PeerMain.ANSWER)) {
                return line.substring(PeerMain.ANSWER.length());
            }
        }
        throw new EOFException("%s has ended: see target/peer-%s.log".formatted(name, name));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
