package io.github.rowmill.operate.page.live;

import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.page.Frame;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.BackPressureFailure;
import io.smallrye.mutiny.subscription.MultiEmitter;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Who looks at this node's pages, and what they are sent: one thread renders each page once a second for all who are shown
 * the same, and none while nobody looks.
 */
@Singleton
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
public class Streams {

    /** At once on this node; each holds a connection, and as good as nothing else. */
    static final int MAX_VIEWERS = 500;

    /** A viewer who takes no more than this is cut off, and asks again. */
    private static final int MAX_WAITING = 16;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Rendering rendering;
    private final Loop loop;
    private final Map<Channel.Key, Channel> channels = new ConcurrentHashMap<>();
    private final AtomicInteger viewers = new AtomicInteger();
    private final AtomicBoolean isOn = new AtomicBoolean();

    Streams(Rendering rendering, Loops loops) {
        this.rendering = rendering;
        this.loop = loops.woken("live", this::round);
    }

    /** Whether there is no room for another. */
    boolean isFull() {
        return viewers.get() >= MAX_VIEWERS;
    }

    /** What changes on a page, from now on. */
    Multi<String> of(LivePage page, Frame frame, @Nullable String of) {
        Channel.Key key = Channel.Key.of(page, frame, of);
        return Multi.createFrom()
                .<String>emitter(
                        viewer -> {
                            add(key, new Channel(page, frame, of), viewer);
                            viewer.onTermination(() -> remove(key, viewer));
                        },
                        MAX_WAITING);
    }

    /** Whether a stream failed by a viewer who takes nothing any more. */
    static boolean isTooSlow(Throwable failure) {
        return failure instanceof BackPressureFailure;
    }

    // Nobody is sent anything in these two: who is sent something may leave by it.
    private void add(Channel.Key key, Channel fresh, MultiEmitter<? super String> viewer) {
        viewers.incrementAndGet();
        channels.compute(key, (same, known) -> {
            Channel channel = known == null ? fresh : known;
            channel.add(viewer);
            return channel;
        });
        wake();
    }

    private void remove(Channel.Key key, MultiEmitter<? super String> viewer) {
        viewers.decrementAndGet();
        channels.computeIfPresent(key, (same, channel) -> channel.isEmptyWithout(viewer) ? null : channel);
    }

    private void wake() {
        if (isOn.compareAndSet(false, true)) {
            loop.wake();
        }
    }

    private void round() {
        try {
            channels.values().forEach(this::refresh);
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
        try {
            channel.refresh(rendering);
        } catch (RuntimeException e) {
            channel.end();
        }
    }
}
