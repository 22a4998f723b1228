package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Granted;
import io.github.rowmill.operate.page.Frame;
import io.smallrye.mutiny.subscription.MultiEmitter;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Those who are shown the same: it is rendered once for all of them. */
final class Channel {

    /** What makes two viewers be shown the same: nothing of what changes on a page tells who looks at it. */
    record Key(String page, @Nullable String of, List<Granted> grants, ZoneId zone) {

        static Key of(LivePage page, Frame frame, @Nullable String of) {
            Caller caller = frame.viewer().caller();
            return new Key(page.word(), of, caller.grants(), frame.view().zone());
        }
    }

    private final LivePage page;
    private final Frame frame;
    private final @Nullable String of;
    private final Map<MultiEmitter<? super String>, AtomicBoolean> viewers = new ConcurrentHashMap<>();
    private Regions latest = Regions.NONE;

    Channel(LivePage page, Frame frame, @Nullable String of) {
        this.page = page;
        this.frame = frame;
        this.of = of;
    }

    /** Takes a viewer in, who is sent all that there is by the next round. */
    void add(MultiEmitter<? super String> viewer) {
        viewers.put(viewer, new AtomicBoolean());
    }

    /** Lets a viewer go; true: there is none any more. */
    boolean isEmptyWithout(MultiEmitter<? super String> viewer) {
        viewers.remove(viewer);
        return viewers.isEmpty();
    }

    /** Renders the page, and sends what has changed, to new viewers all; of one thread at a time. */
    void refresh(Rendering rendering) {
        Regions now = rendering.regions(page, frame, of);
        String all = now.since(Regions.NONE);
        String changed = now.since(latest);
        latest = now;
        viewers.forEach((viewer, hasAll) -> send(viewer, hasAll.getAndSet(true) ? changed : all));
    }

    private static void send(MultiEmitter<? super String> viewer, String html) {
        if (!html.isEmpty()) {
            viewer.emit(html);
        }
    }

    /** Ends the streams: browsers ask again, and are told why there is none. */
    void end() {
        viewers.keySet().forEach(MultiEmitter::complete);
    }
}
