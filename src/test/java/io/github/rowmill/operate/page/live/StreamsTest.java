package io.github.rowmill.operate.page.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.View;
import io.github.rowmill.operate.page.Viewer;
import io.quarkus.qute.Engine;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.inject.Inject;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests one caller with many expensive pages, and the page of another caller. */
@QuarkusTest
@Timeout(120)
class StreamsTest {

    private static final int DEAR = 60;
    private static final long NANOS_OF_DEAR = 40_000_000;

    @Inject
    Streams streams;

    @Inject
    Engine templates;

    private final AtomicInteger dear = new AtomicInteger();
    private final List<Integer> between = new CopyOnWriteArrayList<>();

    @Test
    void aViewerOfManyExpensivePagesBlocksNoOtherViewer() {
        List<Cancellable> viewers = new ArrayList<>();
        try {
            for (int i = 0; i < DEAR; i++) {
                viewers.add(watch("10.0.0.1", "dear" + i, this::work));
            }
            viewers.add(watch("10.0.0.2", "cheap", () -> between.add(dear.getAndSet(0))));

            await().until(() -> between.size() > 5);
        } finally {
            viewers.forEach(Cancellable::cancel);
        }
        assertThat(between.subList(1, 6))
                .allSatisfy(renderings -> assertThat(renderings).isLessThan(DEAR / 3));
    }

    private void work() {
        dear.incrementAndGet();
        long since = System.nanoTime();
        while (System.nanoTime() - since < NANOS_OF_DEAR) {
            Thread.onSpinWait();
        }
    }

    private Cancellable watch(String address, String of, Runnable cost) {
        LivePage page = new LivePage() {
            @Override
            public NavigationPage place() {
                return NavigationPage.OVERVIEW;
            }

            @Override
            public void require(String part) {}

            @Override
            public TemplateInstance live(Frame frame, String part) {
                cost.run();
                return templates.parse("nothing").instance();
            }
        };
        Viewer viewer = new Viewer(Caller.NOBODY.at(address), false);
        Frame frame = new Frame(null, new View("./", "", ZoneOffset.UTC), viewer, null, null, "", null, false, null);
        return streams.of(page, frame, of).subscribe().with(html -> {});
    }
}
