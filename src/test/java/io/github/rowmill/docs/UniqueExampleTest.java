package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class UniqueExampleTest {

    @ApplicationScoped
    static class Search {

        record Page(String site, String path, String text) {}

        record Summary(String site, String mail) {}

        record Code(String phone) {}

        @Inject
        TaskQueue tasks;

        /** Debounce: many saves of a page cause one index update, a minute after the last save, with its text. */
        @Transactional
        void saved(Page page) {
            tasks.enqueue(NewTask.of("index-page", page)
                    .uniqueBy("site", "path")
                    .uniqueWhileQueued()
                    .onDuplicate(OnDuplicate.REPLACE)
                    .delay(Duration.ofMinutes(1)));
        }

        /** Throttle: at most one mail for each site, and none for an hour after it was sent. */
        @Transactional
        Enqueued mail(Summary summary) {
            return tasks.enqueue(
                    NewTask.of("mail-summary", summary).uniqueBy("site").uniqueFor(Duration.ofHours(1)));
        }

        /** Deadline: a code that was not sent within five minutes is never sent. */
        @Transactional
        Enqueued send(Code code) {
            return tasks.enqueue(NewTask.of("send-code", code).expireAfter(Duration.ofMinutes(5)));
        }
    }

    @ApplicationScoped
    static class Workers {

        @Handles("index-page")
        @Transactional
        void index(Search.Page page) {
            // your work
        }

        @Handles("mail-summary")
        @Transactional
        void mailed(Search.Summary summary) {
            // your work
        }

        @Handles("send-code")
        void code(Search.Code code) {
            // your work
        }
    }

    @Inject
    Search search;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void savesAreDebounced() {
        search.saved(new Search.Page("acme", "/", "one"));
        search.saved(new Search.Page("acme", "/about", "other"));
        search.saved(new Search.Page("acme", "/", "two"));
        rows.execute("update rowmill_task set run_at = run_at - interval '1 min'");

        assertThat(mill.drain()).isEqualTo(2);
        assertThat(rows.text("select string_agg(details ->> 'text', ' ' order by id) from rowmill_task"))
                .isEqualTo("two other");
    }

    @Test
    void mailsAreThrottled() {
        long sent = search.mail(new Search.Summary("acme", "a@acme.org")).id();
        mill.drain();

        assertThat(search.mail(new Search.Summary("acme", "b@acme.org")).duplicate())
                .isTrue();
        mill.pass(sent, Duration.ofHours(1));
        assertThat(search.mail(new Search.Summary("acme", "c@acme.org")).duplicate())
                .isFalse();
    }

    @Test
    void codesExpire() {
        long late = search.send(new Search.Code("+49")).id();
        mill.pass(late, Duration.ofMinutes(5));

        assertThat(mill.drain()).isZero();
        assertThat(rows.of(late, "status")).isEqualTo("dead");
    }
}
