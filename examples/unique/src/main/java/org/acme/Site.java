package org.acme;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.logging.Log;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Duration;

@Path("/pages")
public class Site {

    static final Duration QUIET = Duration.ofSeconds(5);

    record Page(String path, String text) {}

    record News(String path) {}

    @Inject
    TaskQueue tasks;

    @POST
    @Path("/{path}")
    @Transactional
    public String save(String path, String text) {
        // Debounce: the page is indexed once, five seconds after its last save, with the last text.
        var index = tasks.enqueue(NewTask.of("index-page", new Page(path, text))
                .uniqueBy("path")
                .uniqueWhileQueued()
                .onDuplicate(OnDuplicate.REPLACE)
                .delay(QUIET));
        // Throttle: readers get one mail about the page, and the next one an hour later.
        var mail = tasks.enqueue(
                NewTask.of("mail-readers", new News(path)).uniqueBy("path").uniqueFor(Duration.ofHours(1)));
        return "Index: %s, mail: %s%n".formatted(index.result(), mail.result());
    }

    @Handles("index-page")
    void index(Page page) {
        Log.infof("The index has %s with: %s", page.path(), page.text());
    }

    @Handles("mail-readers")
    void mail(News news) {
        Log.infof("Mail to all readers: %s has changed", news.path());
    }
}
