package io.github.rowmill.engine.wake;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.loop.Channel;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Rounds;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Jitter;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hears what other nodes tell, on a thread and a connection of its own, and listens anew whenever the connection is lost.
 * Polling goes on all the while: what is missed is found by that, or by the round that follows each new beginning.
 */
@Singleton
public class Listener {

    /** After so long a silence the session is asked whether it still listens: a dead connection says nothing either. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    /** Give or take a quarter, so that nodes do not come back together. */
    private static final Jitter QUARTER = new Jitter(0.75, 1.25);

    /** Before another try, by the failures in a row. */
    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8), QUARTER);

    /** Before another try where sessions are shared: that is how the node was set up, and seldom changes. */
    private static final Duration LONG_PAUSE = Duration.ofMinutes(1);

    private static final String SHARED =
            "what other nodes notify does not arrive, as something between this node and the database shares sessions out by transaction (PgBouncer does in transaction mode): set rowmill.notify to false; other nodes' tasks are found by polling";

    private final Channel channel;
    private final RemoteWakeUps remote;
    private final RowmillConfig config;
    private final NodeState node;
    private final TaskEvents events;
    private final Rounds rounds;
    private final Thread thread = new Thread(this::listen, "rowmill-listener");
    private final AtomicLong heard = new AtomicLong();
    private volatile boolean listening;
    private boolean shared;
    private boolean toldSo;

    Listener(
            Channel channel,
            RemoteWakeUps remote,
            RowmillConfig config,
            NodeState node,
            TaskEvents events,
            Loops loops) {
        this.channel = channel;
        this.remote = remote;
        this.config = config;
        this.node = node;
        this.events = events;
        this.rounds = loops.rounds("listen", Loops.Kind.WOKEN, this::failed);
    }

    /** Begins to listen, if this node is set up to be woken by others. */
    public void start() {
        if (isWanted()) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Whether this node is set up to be woken by others. */
    public boolean isWanted() {
        return config.enabled() && config.notifies();
    }

    /** Whether it can be. */
    public boolean isListening() {
        return listening;
    }

    /** How many notifications of others were heard. */
    public long heard() {
        return heard.get();
    }

    private void listen() {
        while (node.isOpen() && !Thread.currentThread().isInterrupted()) {
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
            well = (listening || begin()) && channel.hear(SILENCE, this::hear);
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
            remote.catchUp();
        }
        return listening;
    }

    private void hear(String queue) {
        heard.incrementAndGet();
        remote.hear(queue);
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
        if (node.isOpen()) {
            events.roundFailed(loop, cause);
        }
    }

    @PreDestroy
    void stop() {
        thread.interrupt();
    }
}
