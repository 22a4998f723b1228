package io.github.rowmill.operate.page.live;

import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.operate.OptionalFaces;
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
 * Who looks at this node's pages, and what they are sent: one thread renders each page once a second for all who are shown
 * the same, and none while nobody looks. Each caller's pages have a part of that thread's time: where they take more, they
 * are rendered less often.
 */
@Singleton
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
public class Streams {

    /** At once on this node; each holds a connection, and as good as nothing else. */
    static final int MAX_VIEWERS = 500;

    /** Of those, for each caller who is known. */
    static final int MAX_VIEWERS_OF_CALLER = 100;

    /** A viewer who takes no more than this is cut off, and asks again. */
    private static final int MAX_WAITING = 16;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Rendering rendering;
    private final Loop loop;
    private final Map<Channel.Key, Channel> channels = new ConcurrentHashMap<>();
    private final Map<String, Integer> viewersOf = new ConcurrentHashMap<>();
    private final AtomicInteger viewers = new AtomicInteger();
    private final Pace pace;
    private final AtomicBoolean isOn = new AtomicBoolean();

    private long rounds;

    Streams(Rendering rendering, Loops loops, Ticker ticker) {
        this.rendering = rendering;
        this.pace = new Pace(ticker, PAUSE);
        this.loop = loops.woken("live", this::round);
    }

    /** Whether there is no room for another. */
    boolean isFull() {
        return viewers.get() >= MAX_VIEWERS;
    }

    /** @throws WebApplicationException there is no room for another, or not for another of this caller */
    void requireRoom(Caller caller) {
        if (isFull()) {
            throw new WebApplicationException(Response.Status.SERVICE_UNAVAILABLE);
        }
        if (caller.isKnown() && viewersOf.getOrDefault(caller.account(), 0) >= MAX_VIEWERS_OF_CALLER) {
            throw new WebApplicationException(Response.Status.TOO_MANY_REQUESTS);
        }
    }

    /** What changes on a page, from now on. */
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

    /** Whether a stream failed by a viewer who takes nothing any more. */
    static boolean isTooSlow(Throwable failure) {
        return failure instanceof BackPressureFailure;
    }

    // Nobody is sent anything in these two: who is sent something may leave by it.
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
            wake(); // somebody came just now
        }
    }

    /** One that cannot be rendered ends, and its viewers are told why when they ask again; the others go on. */
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
