package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Grant;
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

/**
 * A group of viewers of the same part of a page with the same permissions and time zone. The page is
 * rendered once for the group.
 */
final class Channel {

    /**
     * The properties that decide what a viewer is shown. No part of a page that changes
     * depends on the viewer's name.
     */
    record Key(String page, @Nullable String of, List<Grant> grants, ZoneId zone) {

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

    /** Adds a viewer, who is sent all parts in the next round. */
    void add(MultiEmitter<? super String> viewer, String account) {
        viewers.put(viewer, new Looker(account, new AtomicBoolean()));
    }

    /** Returns the accounts for which the viewers are counted. */
    Set<String> accounts() {
        return viewers.values().stream().map(Looker::account).collect(Collectors.toSet());
    }

    /** Returns the round in which the page was last rendered. */
    long rendered() {
        return rendered;
    }

    /** Removes a viewer, and returns whether none is left. */
    boolean isEmptyWithout(MultiEmitter<? super String> viewer) {
        viewers.remove(viewer);
        return viewers.isEmpty();
    }

    /**
     * Renders the page and sends the parts that have changed, or all parts to new viewers.
     * Called by one thread at a time.
     */
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

    /** Ends the streams. Browsers connect again, and the response then has the reason. */
    void end() {
        viewers.keySet().forEach(MultiEmitter::complete);
    }
}
