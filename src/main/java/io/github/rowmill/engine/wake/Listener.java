package io.github.rowmill.engine.wake;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.node.loop.Rounds;
import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Jitter;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Receives the notifications of other nodes, on its own thread and connection. If the connection is lost, it
 * connects and listens again. Polling continues meanwhile. It finds tasks of missed notifications, as does the
 * round after each new connection.
 */
@Singleton
public class Listener {

    /** Silence after which the session is checked, because a dead connection is silent too. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    /** Varies a pause by up to a quarter, so that nodes do not return at the same moment. */
    private static final Jitter QUARTER = new Jitter(0.75, 1.25);

    /** Pause before another try, by the number of consecutive failures. */
    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8), QUARTER);

    /** Pause before another try when sessions are shared. That is a matter of deployment and seldom changes. */
    private static final Duration LONG_PAUSE = Duration.ofMinutes(1);

    private static final String SHARED =
            "notifications of other nodes do not arrive, because a pooler between this node and the database shares sessions between transactions (such as PgBouncer in transaction mode): set rowmill.notify to false; other nodes' tasks are found by polling";

    private final Channel channel;
    private final RemoteWakeUps remote;
    private final EndListener ends;
    private final RowmillConfig config;
    private final NodeState node;
    private final TaskEvents events;
    private final Rounds rounds;
    private final Thread thread = new Thread(this::listen, "rowmill-listener");
    private final AtomicLong heard = new AtomicLong();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean listening;
    private boolean hasBegun;
    private boolean shared;
    private boolean toldSo;

    Listener(
            Channel channel,
            RemoteWakeUps remote,
            EndListener ends,
            RowmillConfig config,
            NodeState node,
            TaskEvents events,
            Loops loops) {
        this.channel = channel;
        this.remote = remote;
        this.ends = ends;
        this.config = config;
        this.node = node;
        this.events = events;
        this.rounds = loops.rounds("listen", Loops.Kind.WOKEN, this::failed);
    }

    /** Starts to listen, if the configuration allows other nodes to wake this one. */
    public void start() {
        if (isWanted()) {
            begin(thread);
        }
    }

    /** Starts to listen for the ends of tasks, even if this node does not work on tasks. */
    public void startForEnds() {
        if (config.notifies()) {
            begin(thread);
        }
    }

    private synchronized void begin(Thread listener) {
        if (!hasBegun) {
            hasBegun = true;
            listener.setDaemon(true);
            listener.start();
        }
    }

    /** Returns whether the configuration allows other nodes to wake this one. */
    public boolean isWanted() {
        return config.enabled() && config.notifies();
    }

    /** Returns whether other nodes can wake this one at present. */
    public boolean isListening() {
        return listening;
    }

    /** Returns the number of notifications received from other nodes. */
    public long heard() {
        return heard.get();
    }

    /**
     * Calls {@code listener} with each queue that another node names, and with the empty text for all queues. The
     * name may be any text.
     */
    public void whenHeard(Consumer<String> listener) {
        listeners.add(listener);
    }

    private void listen() {
        while (!node.isClosed() && !Thread.currentThread().isInterrupted()) {
            rounds.once(this::round);
            if (!listening) {
                pause();
            }
        }
        listening = false;
    }

    private void round() {
        boolean well = false;
        shared = false;
        try {
            well = (listening || begin()) && channel.hear(SILENCE, this::hear, ends::heard);
            shared = !well;
        } finally {
            if (!well) {
                listening = false;
                channel.close();
            }
        }
        if (shared && !toldSo) {
            toldSo = true;
            throw new IllegalStateException(SHARED);
        }
    }

    private boolean begin() {
        listening = channel.listen();
        if (listening) {
            ends.mayHaveMissed();
            if (config.enabled()) {
                remote.catchUp();
                listeners.forEach(listener -> listener.accept(PendingQueues.ALL));
            }
        }
        return listening;
    }

    private void hear(String queue) {
        if (config.enabled()) {
            heard.incrementAndGet();
            remote.hear(queue);
            listeners.forEach(listener -> listener.accept(queue));
        }
    }

    private void pause() {
        int failures = Math.max(1, rounds.pulse().failures());
        Duration pause = shared ? LONG_PAUSE : PAUSE.after(failures);
        try {
            TimeUnit.NANOSECONDS.sleep(QUARTER.of(pause).toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(String loop, Throwable cause) {
        if (!node.isClosed()) {
            events.roundFailed(loop, cause);
        }
    }

    @PreDestroy
    void stop() {
        thread.interrupt();
    }
}
