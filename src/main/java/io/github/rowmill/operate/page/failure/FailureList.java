package io.github.rowmill.operate.page.failure;

import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailureReader.Place;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of failures, latest first.
 *
 * @param fresh how many failures on this page are new
 * @param queue the queue of the failures; empty for all queues
 * @param next path of the page with older failures; null if there is none
 */
public record FailureList(
        List<Failure> cards,
        long fresh,
        String queue,
        boolean isFirst,
        @Nullable String next) {

    /** Number of failures to read. The one more than a page has shows whether there is a next page. */
    static final int ASKED = View.ROWS + 1;

    static FailureList of(List<Failure> oneMore, @Nullable String queue, boolean isFirst, Times times) {
        List<Failure> shown = oneMore.stream().limit(View.ROWS).toList();
        String of = queue == null ? "" : "&queue=" + Search.encoded(queue);
        String next = oneMore.size() > View.ROWS ? "failures?after=" + Search.encoded(place(shown)) + of : null;
        return new FailureList(
                shown,
                shown.stream()
                        .filter(failure -> FailureTexts.isNew(failure, times))
                        .count(),
                queue == null ? "" : queue,
                isFirst,
                next);
    }

    private static String place(List<Failure> shown) {
        Failure last = shown.get(View.ROWS - 1);
        return new Place(last.last(), last.signature()).text();
    }
}
