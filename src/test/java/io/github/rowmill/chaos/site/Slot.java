package io.github.rowmill.chaos.site;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

/** A place for nodes that run one after the other, behind the same proxy and port. Each node has its own name. */
public final class Slot implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);

    /** The state of a slot's node, as far as the harness caused it. */
    public enum State {
        STARTING,
        UP,
        PAUSED,
        ENDING
    }

    private final String name;
    private final Path folder;
    private final BiFunction<String, Integer, NodeLaunch> launch;
    private final Proxy proxy;
    private final Journal journal;
    private final AtomicBoolean taken = new AtomicBoolean();
    private int generation;
    private volatile Node node;
    private volatile State state = State.STARTING;

    /** @param launch prepares a node of a name, behind the proxy of a port */
    Slot(String name, Path folder, BiFunction<String, Integer, NodeLaunch> launch, Proxy proxy, Journal journal) {
        this.name = name;
        this.folder = folder;
        this.launch = launch;
        this.proxy = proxy;
        this.journal = journal;
    }

    /** Reserves the slot for one act. Returns false if another act has taken it. */
    boolean take() {
        return taken.compareAndSet(false, true);
    }

    void release() {
        taken.set(false);
    }

    /** Starts another node under a new name, and does not wait for it. */
    public synchronized void start() throws IOException {
        generation++;
        String operator = name + "-" + generation;
        node = launch.apply(operator, proxy.port())
                .log(folder.resolve(operator + ".log"))
                .start();
        state = State.STARTING;
        journal.count("starts");
    }

    /**
     * Tends a node that is starting. It is up when it is ready. If it ended, for example because the database was down,
     * another one is started.
     */
    public synchronized void tend() throws IOException {
        if (state != State.STARTING) {
            return;
        }
        if (!node.isAlive()) {
            journal.count("starts that failed");
            start();
        } else if (Health.status(node, "/q/health/started") == Health.OK
                && Health.status(node, "/q/health/ready") == Health.OK) {
            state = State.UP;
        }
    }

    /** Waits until the node is up. */
    void awaitUp(Duration most) {
        await().alias(name + " is up").atMost(most).pollInterval(LOOK).until(() -> {
            tend();
            return state == State.UP;
        });
    }

    /** Kills the node by {@code kill -9}. */
    public void kill() {
        state = State.ENDING;
        node.kill();
        journal.fell(node.name());
    }

    /** Pauses the process of the node. */
    public void pause() throws IOException, InterruptedException {
        state = State.PAUSED;
        node.signal("STOP");
    }

    public void resume() throws IOException, InterruptedException {
        node.signal("CONT");
        state = State.UP;
    }

    /** Sends SIGTERM to the node. */
    public void terminate() throws IOException, InterruptedException {
        state = State.ENDING;
        node.signal("TERM");
    }

    /** Waits until a stopping node has ended. A node that does not end is killed, and that is an offence. */
    public void awaitEnd() {
        try {
            node.awaitEnd();
        } catch (AssertionError e) {
            journal.offence("I8 " + node.name() + " does not stop when asked to");
            kill();
        }
    }

    String name() {
        return name;
    }

    public Node node() {
        return node;
    }

    public State state() {
        return state;
    }

    public Proxy proxy() {
        return proxy;
    }

    @Override
    public void close() throws IOException {
        state = State.ENDING;
        node.close();
        proxy.close();
    }
}
