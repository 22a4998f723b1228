package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Granted;
import io.github.rowmill.operate.page.Frame;
import io.smallrye.mutiny.subscription.MultiEmitter;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
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
    private final Map<MultiEmitter<? super String>, Looker> viewers = new ConcurrentHashMap<>();
    private long rendered;
    private Regions latest = Regions.NONE;

    Channel(LivePage page, Frame frame, @Nullable String of) {
        this.page = page;
        this.frame = frame;
        this.of = of;
    }

    private record Looker(String account, AtomicBoolean hasAll) {}

    /** Takes a viewer in, who is sent all that there is by the next round. */
    void add(MultiEmitter<? super String> viewer, String account) {
        viewers.put(viewer, new Looker(account, new AtomicBoolean()));
    }

    /** Whom the viewers are counted for. */
    Set<String> accounts() {
        return viewers.values().stream().map(Looker::account).collect(Collectors.toSet());
    }

    /** The round that it was rendered in last. */
    long rendered() {
        return rendered;
    }

    /** Lets a viewer go; true: there is none any more. */
    boolean isEmptyWithout(MultiEmitter<? super String> viewer) {
        viewers.remove(viewer);
        return viewers.isEmpty();
    }

    /** Renders the page, and sends what has changed, to new viewers all; of one thread at a time. */
    void refresh(Rendering rendering, long round) {
        rendered = round;
        Regions now = rendering.regions(page, frame, of);
        String all = now.since(Regions.NONE);
        String changed = now.since(latest);
        latest = now;
        viewers.forEach((viewer, looker) -> send(viewer, looker.hasAll().getAndSet(true) ? changed : all));
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
