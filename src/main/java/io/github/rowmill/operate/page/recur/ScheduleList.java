package io.github.rowmill.operate.page.recur;

import io.github.rowmill.db.Page;
import io.github.rowmill.feature.schedule.Upcoming;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page of schedules, by name.
 *
 * @param first the schedule of this page that ticks next; null if none does
 * @param next path of the next page; null if this is the last
 */
public record ScheduleList(
        List<Upcoming> rows,
        List<Ruler.Hour> hours,
        @Nullable First first,
        @Nullable String next) {

    /** A schedule's next tick. */
    public record First(String name, String at, String in) {}

    static ScheduleList of(Page<Upcoming> page, Times times) {
        List<Upcoming> shown = page.rows();
        String next = page.next(one -> one.schedule().name());
        return new ScheduleList(
                shown,
                Ruler.hours(times),
                first(shown, times).orElse(null),
                next == null ? null : "recurring?after=" + Search.encoded(next));
    }

    private static Optional<First> first(List<Upcoming> shown, Times times) {
        return shown.stream()
                .filter(one -> !one.schedule().paused() && !one.ticks().isEmpty())
                .min(Comparator.comparing(one -> one.ticks().get(0)))
                .map(one -> {
                    Instant tick = one.ticks().get(0);
                    return new First(one.schedule().name(), times.at(tick), times.length(tick));
                });
    }

    public long paused() {
        return rows.stream().filter(row -> row.schedule().paused()).count();
    }
}
