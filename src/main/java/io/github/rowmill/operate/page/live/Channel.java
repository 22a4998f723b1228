package io.github.rowmill.operate.page.live;

import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Place;
import io.smallrye.mutiny.subscription.MultiEmitter;
import java.time.ZoneId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Those who are shown the same: it is rendered once for all of them. */
final class Channel {

    /** What makes two viewers be shown the same: nothing of what changes on a page tells who looks at it. */
    record Key(
            Place place,
            @Nullable String of,
            Set<Permission> permissions,
            @Nullable Set<String> queues,
            ZoneId zone) {

        static Key of(LivePage page, Frame frame, @Nullable String of) {
            Caller caller = frame.viewer().caller();
            return new Key(
                    page.place(),
                    of,
                    caller.permissions(),
                    caller.queues(),
                    frame.view().zone());
        }
    }

    private final LivePage page;
    private final Frame frame;
    private final @Nullable String of;
    private final Set<MultiEmitter<? super String>> viewers = ConcurrentHashMap.newKeySet();
    private Regions latest = Regions.NONE;

    Channel(LivePage page, Frame frame, @Nullable String of) {
        this.page = page;
        this.frame = frame;
        this.of = of;
    }

    /** Takes a viewer in, who is sent all that there is. */
    synchronized void add(MultiEmitter<? super String> viewer) {
        viewers.add(viewer);
        send(viewer, latest.since(Regions.NONE));
    }

    /** Lets a viewer go; true: there is none any more. */
    synchronized boolean isEmptyWithout(MultiEmitter<? super String> viewer) {
        viewers.remove(viewer);
        return viewers.isEmpty();
    }

    /** Renders the page, and sends what has changed. */
    void refresh(Rendering rendering) {
        Regions now = rendering.regions(page, frame, of);
        synchronized (this) {
            String changed = now.since(latest);
            latest = now;
            viewers.forEach(viewer -> send(viewer, changed));
        }
    }

    private static void send(MultiEmitter<? super String> viewer, String html) {
        if (!html.isEmpty()) {
            viewer.emit(html);
        }
    }

    /** Ends the streams: browsers ask again, and are told why there is none. */
    synchronized void end() {
        viewers.forEach(MultiEmitter::complete);
    }
}
