package io.github.rowmill.operate.page.live;

import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.page.Frame;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.BackPressureFailure;
import io.smallrye.mutiny.subscription.MultiEmitter;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends the changes of this node's pages to their viewers. A single thread renders each page once a second for
 * each group of viewers who are shown the same. It renders nothing while no page is open. The pages of each caller
 * have a share of that thread's time, and are rendered less often if they take more.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class Streams {

    /** Most viewers at once on this node. Each holds a connection, and almost nothing else. */
    static final int MAX_VIEWERS = 500;

    /** Most viewers at once for each authenticated caller. */
    static final int MAX_VIEWERS_OF_CALLER = 100;

    /** Most events that wait for a viewer. If more wait, the viewer is cut off, and connects again. */
    private static final int MAX_WAITING = 16;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Rendering rendering;
    private final Loop loop;
    private final Map<Channel.Key, Channel> channels = new ConcurrentHashMap<>();
    private final Map<String, Integer> viewersOf = new ConcurrentHashMap<>();
    private final AtomicInteger viewers = new AtomicInteger();
    private final RenderBudget pace;
    private final AtomicBoolean isOn = new AtomicBoolean();

    private long rounds;

    Streams(Rendering rendering, Loops loops, Ticker ticker) {
        this.rendering = rendering;
        this.pace = new RenderBudget(ticker, PAUSE);
        this.loop = loops.woken("live", this::round);
    }

    /** Returns whether there is no room for another viewer. */
    boolean isFull() {
        return viewers.get() >= MAX_VIEWERS;
    }

    /**
     * @throws WebApplicationException if there is no room for another viewer, or for another viewer of this caller
     */
    void requireRoom(Caller caller) {
        if (isFull()) {
            throw new WebApplicationException(Response.Status.SERVICE_UNAVAILABLE);
        }
        if (caller.isKnown() && viewersOf.getOrDefault(caller.account(), 0) >= MAX_VIEWERS_OF_CALLER) {
            throw new WebApplicationException(Response.Status.TOO_MANY_REQUESTS);
        }
    }

    /** Returns the changes of a page from now on. */
    Multi<String> of(LivePage page, Frame frame, @Nullable String of) {
        Channel.Key key = Channel.Key.of(page, frame, of);
        String account = frame.viewer().caller().account();
        return Multi.createFrom()
                .<String>emitter(
                        viewer -> {
                            add(key, new Channel(page, frame, of), viewer, account);
                            viewer.onTermination(() -> remove(key, viewer, account));
                        },
                        MAX_WAITING);
    }

    /** Returns whether a stream failed because its viewer no longer reads. */
    static boolean isTooSlow(Throwable failure) {
        return failure instanceof BackPressureFailure;
    }

    // Both methods send nothing: a send may remove its viewer, which would change the map
    // within its own computation.
    private void add(Channel.Key key, Channel fresh, MultiEmitter<? super String> viewer, String account) {
        viewers.incrementAndGet();
        viewersOf.merge(account, 1, Integer::sum);
        channels.compute(key, (same, known) -> {
            Channel channel = known == null ? fresh : known;
            channel.add(viewer, account);
            return channel;
        });
        wake();
    }

    private void remove(Channel.Key key, MultiEmitter<? super String> viewer, String account) {
        viewers.decrementAndGet();
        viewersOf.computeIfPresent(account, (same, many) -> many == 1 ? null : many - 1);
        channels.computeIfPresent(key, (same, channel) -> channel.isEmptyWithout(viewer) ? null : channel);
    }

    private void wake() {
        if (isOn.compareAndSet(false, true)) {
            loop.wake();
        }
    }

    private void round() {
        try {
            rounds++;
            channels.values().stream()
                    .sorted(Comparator.comparingLong(Channel::rendered))
                    .forEach(this::refresh);
            pace.tidy();
        } finally {
            goOn();
        }
    }

    private void goOn() {
        if (!channels.isEmpty()) {
            loop.wake(PAUSE);
            return;
        }
        isOn.set(false);
        if (!channels.isEmpty()) {
            wake(); // a viewer came meanwhile
        }
    }

    /**
     * Renders a channel if its callers have time left. A channel that cannot be rendered ends, and its viewers get
     * the reason when they connect again. The other channels go on.
     */
    private void refresh(Channel channel) {
        Set<String> accounts = channel.accounts();
        if (!pace.isDue(accounts)) {
            return;
        }
        try {
            pace.render(accounts, () -> channel.refresh(rendering, rounds));
        } catch (RuntimeException e) {
            channel.end();
        }
    }
}
