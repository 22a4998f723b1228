package io.github.rowmill.operate.page.live;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.View;
import io.github.rowmill.operate.page.Viewer;
import io.quarkus.qute.Engine;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the viewers of a page receive its changes. */
@QuarkusTest
@Timeout(120)
class LiveTest {

    @Inject
    Rows rows;

    @Inject
    Streams streams;

    @Inject
    Engine templates;

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_operator where version = 'live'");
    }

    private static Watcher watch(String query) throws Exception {
        return new Watcher(RestAssured.port, query);
    }

    private static void awaitLine(Watcher watcher, String text) {
        await().untilAsserted(() ->
                assertThat(watcher.lines()).anySatisfy(line -> assertThat(line).contains(text)));
    }

    @Test
    void aViewerGetsThePageFirstAndThenOnlyTheChanges() throws Exception {
        try (Watcher watcher = watch("page=overview")) {
            awaitLine(watcher, "<hx-partial hx-target=\"#flow\" hx-swap=\"innerMorph\">");
            assertThat(watcher.answer().headers().map())
                    .containsEntry("content-type", List.of("text/event-stream"))
                    .containsEntry("x-accel-buffering", List.of("no"))
                    .containsEntry("cache-control", List.of("no-store"));
            awaitLine(watcher, "<hx-partial hx-target=\"#as-of\" hx-swap=\"innerMorph\"><time datetime=");
            awaitLine(watcher, "#verdict");
            awaitLine(watcher, "#through-rows");
            int sent = watcher.lines().size();

            rows.execute(
                    "insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types, beat) values ('live-<b>', 'h', 'shop', 'live', false, 10, 3, 2, '{noop}', now() + interval '1 h')");

            awaitLine(watcher, "live-&lt;b&gt;");
            List<String> since = watcher.lines().subList(sent, watcher.lines().size());
            assertThat(since).noneMatch(line -> line.contains("#through-rows"));
            assertThat(watcher.lines()).noneMatch(line -> line.contains("<b>live") || line.startsWith("event:"));
        }
    }

    @Test
    void aListGetsTheNewestIdsOfItsSearchAndNoRows() throws Exception {
        String name = Api.fresh("newest");
        long first = Api.waiting(name);
        try (Watcher watcher = watch("page=tasks&of=queue%3A" + name)) {
            awaitLine(watcher, "<data value=\"" + first + "\"></data>");
            awaitLine(watcher, "hx-target=\"#states\"");

            Api.waiting(Api.fresh("another"));
            long second = Api.waiting(name);

            awaitLine(watcher, "<data value=\"" + second + " " + first + "\"></data>");
            assertThat(watcher.lines()).noneMatch(line -> line.contains("<tr"));
        }
        assertThat(page("queue:" + name))
                .contains("hx-sse:connect=\"./live?page=tasks&amp;of=queue%3A" + name + "\"")
                .contains("id=\"newer\" href=\"./tasks?q=queue%3A" + name + "\" hidden></a>");
        given().get("/rowmill/live?page=tasks&of=statuss%3Adead").then().statusCode(400);
    }

    private static String page(String query) {
        return given().queryParam("q", query).get("/rowmill/tasks").asString();
    }

    @Test
    void theTitleAndTheIconOfATaskFollowItsState() throws Exception {
        long id = Api.waiting(Api.fresh("followed"));
        try (Watcher watcher = watch("page=task&of=" + id)) {
            awaitLine(watcher, "<title id=\"title\">Scheduled · noop " + id);
            awaitLine(watcher, "href=\"../assets/rowmill.svg");
            awaitLine(watcher, "hx-target=\"#trace\" hx-swap=\"outerMorph\"");

            rows.execute("update rowmill_task set status = 'dead', finished = now() where id = " + id);

            awaitLine(watcher, "<title id=\"title\">Dead · noop " + id);
            awaitLine(watcher, "href=\"../assets/rowmill-alert.svg");
            awaitLine(watcher, "action=\"../tasks/" + id + "/retry\"");
            awaitLine(watcher, "<span class=\"st dead\">");

            rows.execute("delete from rowmill_task where id = " + id);

            await().until(watcher::hasEnded);
        }
        given().get("/rowmill/live?page=task&of=" + id).then().statusCode(404);
        given().get("/rowmill/live?page=task&of=x").then().statusCode(404);
    }

    @Test
    void aTaskIsFollowedInItsProgress() throws Exception {
        long id = Api.waiting(Api.fresh("progress"));
        try (Watcher watcher = watch("page=task&of=" + id)) {
            awaitLine(watcher, "<title id=\"title\">Scheduled · noop " + id);
            assertThat(watcher.lines()).noneMatch(line -> line.contains("class=\"num\">42 %"));

            rows.execute("update rowmill_task set progress = 42, progress_note = 'page <4>' where id = " + id);

            awaitLine(watcher, "hx-target=\"#share\"");
            awaitLine(watcher, "page &lt;4&gt;");
            awaitLine(watcher, "width=\"42%\"");
        }
    }

    @Test
    void aJobIsFollowedToItsEnd() throws Exception {
        String name = Api.fresh("job");
        Api.post(Api.TASKS + "/" + Api.waiting(name) + "/cancel", "").statusCode(200);
        String location = given().contentType("application/json")
                .body("{\"action\": \"delete\", \"q\": \"queue:%s\"}".formatted(name))
                .post("/rowmill/api/jobs")
                .header("Location");

        try (Watcher watcher = watch("page=job&of=" + location.substring(location.lastIndexOf('/') + 1))) {
            awaitLine(watcher, "1 of 1 deleted");
            awaitLine(watcher, "hx-target=\"#tally\"");
            awaitLine(watcher, "href=\"../tasks?q=queue%3A" + name + "\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"page=overview", "page=tasks&of=status%3Adead", "page=queues"})
    void viewersShareTheirStatementsAndWithoutViewersNoneAreSent(String query) throws Exception {
        List<Watcher> watchers = new ArrayList<>();
        try (Statements statements = new Statements()) {
            watchers.add(watch(query));
            await().until(() -> watchers.get(0).events() > 2);
            int ofOne = statements.duringRounds(watchers.get(0));
            for (int i = 1; i < 20; i++) {
                watchers.add(watch(query));
            }
            await().until(() -> watchers.stream().allMatch(one -> one.events() > 2));
            int ofTwenty = statements.duringRounds(watchers.get(0));

            assertThat(ofOne).isPositive();
            assertThat(ofTwenty).isLessThan(ofOne * 2);

            watchers.forEach(Watcher::close);
            await().until(() -> statements.areSilent());
        } finally {
            watchers.forEach(Watcher::close);
        }
    }

    /** Counts the statements that the driver sends for viewers. */
    private static final class Statements extends Handler implements AutoCloseable {

        private static final int ROUNDS = 4;

        private final Logger driver = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");
        private final Level level = driver.getLevel();
        private final boolean tellsParents = driver.getUseParentHandlers();
        private final AtomicInteger count = new AtomicInteger();
        private int seen;

        Statements() {
            setLevel(Level.ALL);
            driver.setUseParentHandlers(false);
            driver.addHandler(this);
            driver.setLevel(Level.ALL);
        }

        int duringRounds(Watcher watcher) {
            int before = count.get();
            long events = watcher.events();
            await().atMost(Duration.ofSeconds(40)).until(() -> watcher.events() >= events + ROUNDS);
            return count.get() - before;
        }

        /** Returns whether there was no statement since the last call. */
        boolean areSilent() {
            int now = count.get();
            boolean areSilent = now == seen;
            seen = now;
            return areSilent;
        }

        @Override
        public void publish(LogRecord statement) {
            if (Thread.currentThread().getName().equals("rowmill-live")) {
                count.incrementAndGet();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            driver.removeHandler(this);
            driver.setLevel(level);
            driver.setUseParentHandlers(tellsParents);
        }
    }

    @Test
    void viewersThatComeAndGoDoNotBlockAnotherViewer() throws Exception {
        List<CompletableFuture<Void>> restless = IntStream.range(0, 8)
                .mapToObj(number -> Side.run(() -> IntStream.range(0, 15)
                        .forEach(time -> comeAndGo(number % 2 == 0 ? "page=overview" : "page=nodes"))))
                .toList();
        assertThat(restless).allSatisfy(done -> assertThat(done).succeedsWithin(90, TimeUnit.SECONDS));

        try (Watcher watcher = watch("page=overview")) {
            awaitLine(watcher, "#as-of");
        }
    }

    @Test
    void aViewerThatLeavesDuringAWriteLogsNoWarning() throws Exception {
        try (Complaints complaints = new Complaints();
                Watcher watcher = watch("page=overview")) {
            for (int i = 0; i < 60; i++) {
                leave();
            }
            long events = watcher.events();
            await().until(() -> watcher.events() > events + 2);

            assertThat(complaints.messages).isEmpty();
        }
    }

    /** Leaves as a browser that is closed: data on its way to the browser is refused. */
    private static void leave() throws IOException {
        try (Socket socket = new Socket("localhost", RestAssured.port)) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write("GET /rowmill/live?page=overview HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            assertThat(socket.getInputStream().read()).isPositive();
        }
    }

    /**
     * Collects warnings and errors of other libraries, except for an error of Quarkus 3.37. Quarkus adds to a list of
     * close handlers while another thread reads it, if a viewer leaves at that moment.
     */
    private static final class Complaints extends Handler implements AutoCloseable {

        private final List<String> messages = new CopyOnWriteArrayList<>();

        Complaints() {
            Logger.getLogger("").addHandler(this);
        }

        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()
                    && !line.getLoggerName().startsWith("io.github.rowmill")
                    && !(line.getThrown() instanceof ConcurrentModificationException)) {
                messages.add(line.getLoggerName() + ": " + line.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            Logger.getLogger("").removeHandler(this);
        }
    }

    private static void comeAndGo(String query) {
        try (Watcher watcher = watch(query)) {
            await().until(() -> watcher.events() > 0);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aStreamAboveTheMaximumOfViewersGets503() {
        LivePage page = new LivePage() {
            @Override
            public NavigationPage place() {
                return NavigationPage.OVERVIEW;
            }

            @Override
            public void require(String of) {}

            @Override
            public TemplateInstance live(Frame frame, String of) {
                return templates.parse("nothing").instance();
            }
        };
        Frame frame = new Frame(
                null,
                new View("./", "", ZoneOffset.UTC),
                new Viewer(Caller.NOBODY, false),
                null,
                null,
                "",
                null,
                false,
                null);
        List<Cancellable> viewers = IntStream.range(0, Streams.MAX_VIEWERS)
                .mapToObj(i -> streams.of(page, frame, null).subscribe().with(html -> {}))
                .toList();
        try {
            given().get("/rowmill/live?page=overview").then().statusCode(503);
        } finally {
            viewers.forEach(Cancellable::cancel);
        }
        assertThat(streams.isFull()).isFalse();
    }

    @Test
    void aPageThatDoesNotChangeHasNoStream() {
        given().get("/rowmill/live?page=audit").then().statusCode(404);
        given().get("/rowmill/live").then().statusCode(404);
        assertThat(given().get("/rowmill/queues").asString()).contains("hx-sse:connect=\"./live?page=queues\"");
        assertThat(given().get("/rowmill/audit").asString()).doesNotContain("hx-sse:connect");
    }
}
