package io.github.rowmill.cluster;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The launch of a node: the packaged application, its JVM, its settings and its environment. */
public final class NodeLaunch {

    static final Path APPLICATION = Path.of("target", "quarkus-app");
    static final String RUNNER = "quarkus-run.jar";
    private static final Path CONSUMER = Path.of("target", "it", "consumer", "target", "quarkus-app");

    private static final Set<Path> STARTED_OFTEN = Set.of(APPLICATION, CONSUMER);

    /** The executable that {@code -Dnative} built in place of the packaged application; null without it. */
    private static final String NATIVE = System.getProperty("native.executable");

    /** Linux gives outgoing connections ports from 32,768 on (ip_local_port_range). */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 12_000;

    /**
     * Distance between the first ports of parallel test JVMs. Another JVM could take a port between its check and its
     * use.
     */
    private static final int PORTS_OF_A_JVM = 3_000;

    private static final AtomicInteger NEXT_PORT = new AtomicInteger(
            Integer.getInteger("test.fork", 1) * PORTS_OF_A_JVM + new Random().nextInt(PORTS_OF_A_JVM / 2));

    private final String name;
    private final List<String> jvm = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path application = APPLICATION;
    private Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    private Path log;
    private int port;
    private boolean isQuick;

    /** Creates the launch of a node on the database of a URL. */
    public NodeLaunch(String name, String url) {
        this.name = name;
        this.log = Path.of("target", "node-" + name + ".log");
        this.environment.put("QUARKUS_DATASOURCE_JDBC_URL", url);
    }

    /** Removes the setting that names the database. */
    NodeLaunch withoutDatabase() {
        environment.remove("QUARKUS_DATASOURCE_JDBC_URL");
        return this;
    }

    /** Uses another copy of the application than the one that was built. */
    public NodeLaunch application(Path folder) {
        application = folder;
        return this;
    }

    /** Uses the application of {@code src/it/consumer}, which depends on the library. */
    NodeLaunch consumer() {
        return application(CONSUMER);
    }

    /** Uses another {@code java} than this JVM's. */
    public NodeLaunch java(Path executable) {
        java = executable;
        return this;
    }

    public NodeLaunch jvm(List<String> options) {
        jvm.addAll(options);
        return this;
    }

    /** Uses a JVM that starts fast, with a given heap. It does not become fast later. */
    public NodeLaunch quick(String heap) {
        isQuick = true;
        return jvm(SharedClasses.quick(heap));
    }

    /** Adds settings such as {@code rowmill.lease=3s}. */
    public NodeLaunch settings(List<String> more) {
        settings.addAll(more);
        return this;
    }

    public NodeLaunch environment(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    public NodeLaunch log(Path file) {
        log = file;
        return this;
    }

    /** Sets the port of its HTTP interface. The default is a free port. */
    public NodeLaunch port(int wanted) {
        port = wanted;
        return this;
    }

    /** Starts the process, and does not wait for it. */
    public Node start() throws IOException {
        int http = port == 0 ? freePort() : port;
        ProcessBuilder builder = new ProcessBuilder(command(http))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new Node(name, http, builder.start(), log);
    }

    private List<String> command(int http) {
        List<String> command = new ArrayList<>(isNative() ? List.of(NATIVE) : jvmCommand());
        command.addAll(List.of(
                "-Drowmill.operator-id=" + name,
                "-Drowmill.sample.enabled=true",
                "-Drowmill.api.enabled=true",
                "-Drowmill.access.open-to-everyone=true",
                "-Dquarkus.http.port=" + http,
                "-Dquarkus.http.host=127.0.0.1"));
        settings.forEach(setting -> command.add("-D" + setting));
        if (!isNative()) {
            command.addAll(List.of("-jar", application.resolve(RUNNER).toString()));
        }
        return command;
    }

    private List<String> jvmCommand() {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(jvm);
        if (isQuick && STARTED_OFTEN.contains(application) && java.startsWith(System.getProperty("java.home"))) {
            command.addAll(SharedClasses.of(application));
        }
        return command;
    }

    private boolean isNative() {
        return NATIVE != null && application.equals(APPLICATION);
    }

    /**
     * Returns a free port of a range that the system does not use for outgoing connections. Otherwise a connection of
     * another process could take the port before the node binds it.
     */
    public static int freePort() throws IOException {
        for (int tried = 0; tried < PORTS; tried++) {
            int candidate = FIRST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
            try (ServerSocket socket = new ServerSocket(candidate)) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                continue;
            }
        }
        throw new IOException("No port is free from " + FIRST_PORT + " on");
    }
}
