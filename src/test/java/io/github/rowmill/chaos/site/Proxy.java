package io.github.rowmill.chaos.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A TCP proxy on the loopback interface. Its weather can be changed at any time. */
public final class Proxy implements AutoCloseable {

    /** Time between two checks whether a piece that is held back may pass. */
    private static final Duration LOOK = Duration.ofMillis(20);

    private final int serverPort;
    private final ServerSocket door;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<CommitWatch.Found> wanted = new AtomicReference<>(CommitWatch.Found.NOTHING);
    private final AtomicInteger commitsCut = new AtomicInteger();
    private volatile Weather weather = Weather.CLEAR;

    private Proxy(int serverPort, ServerSocket door) {
        this.serverPort = serverPort;
        this.door = door;
    }

    /** Starts a proxy, on a free port, to a server on this machine. */
    public static Proxy to(int serverPort) throws IOException {
        Proxy proxy = new Proxy(serverPort, new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
        Link.startDaemon(proxy::accept, "chaos-proxy");
        return proxy;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // The door was closed, or the client has left already.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (!weather.open()) {
            client.close();
            return;
        }
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Link link = new Link(this, client, server);
            links.add(link);
            link.start();
        } catch (IOException e) {
            client.close();
        }
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Changes the weather for all connections. Connections that have lost bytes stay lost. */
    public void weather(Weather now) {
        weather = now;
        if (!now.swallows()) {
            links.forEach(Link::expire);
        }
    }

    Weather weather() {
        return weather;
    }

    /** Cuts the next connection that sends a COMMIT, after the server's answer and before the client receives it. */
    public void cutAtNextCommit() {
        wanted.set(CommitWatch.Found.COMMIT);
    }

    /**
     * Cuts at the next commit of a transaction in which a task was claimed as it was enqueued. Otherwise works like
     * {@link #cutAtNextCommit}.
     */
    public void cutAtNextClaim() {
        wanted.set(CommitWatch.Found.COMMIT_OF_A_CLAIM);
    }

    /** Calls off a cut that has not come yet. Returns whether there was one. */
    public boolean callOffCut() {
        return wanted.getAndSet(CommitWatch.Found.NOTHING) != CommitWatch.Found.NOTHING;
    }

    boolean takesCut(CommitWatch.Found found) {
        CommitWatch.Found sought = wanted.get();
        return sought != CommitWatch.Found.NOTHING
                && found.compareTo(sought) >= 0
                && wanted.compareAndSet(sought, CommitWatch.Found.NOTHING);
    }

    void countCommitCut() {
        commitsCut.incrementAndGet();
    }

    /** Returns the number of connections that were cut at a COMMIT. */
    public int commitsCut() {
        return commitsCut.get();
    }

    /** Closes all connections. */
    public void cutAll() {
        links.forEach(Link::cut);
    }

    /** Returns the number of connections. */
    public int connections() {
        return links.size();
    }

    void forget(Link link) {
        links.remove(link);
    }

    /** Holds a piece back for as long as the weather requires. */
    void awaitPassage(boolean toServer, Link link) {
        Weather met = weather;
        if (!met.delay().isZero()) {
            long jitter = ThreadLocalRandom.current().nextLong(met.jitter().toNanos() + 1);
            LockSupport.parkNanos(met.delay().toNanos() + jitter);
        }
        while (!link.isCut() && !(toServer ? weather.toServer() : weather.toClient())) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cutAll();
    }
}
