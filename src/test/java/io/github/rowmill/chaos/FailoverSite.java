package io.github.rowmill.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.chaos.ledger.Effects;
import io.github.rowmill.chaos.ledger.Ledger;
import io.github.rowmill.chaos.ledger.Recorder;
import io.github.rowmill.chaos.site.Folders;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Proxy;
import io.github.rowmill.chaos.site.Replica;
import io.github.rowmill.chaos.site.Sql;
import io.github.rowmill.chaos.site.Weather;
import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two servers, two nodes that can use both, and a load that enqueues. */
final class FailoverSite implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Effects EFFECTS = new Effects(1, 2, 0.02);

    private final Path folder;
    private final boolean synchronous;
    private final List<Node> nodes = new ArrayList<>();
    private Replica primary;
    private Replica standby;
    private Proxy stream;
    private FailoverLoad load;
    private long cutOff;

    private FailoverSite(String name, boolean synchronous) {
        this.folder = Path.of("target", "chaos", "failover-" + name);
        this.synchronous = synchronous;
    }

    static FailoverSite start(String name, boolean synchronous) throws Exception {
        FailoverSite site = new FailoverSite(name, synchronous);
        Folders.delete(site.folder);
        Files.createDirectories(site.folder);
        site.primary = Replica.primary(site.folder.resolve("a"));
        site.stream = Proxy.to(site.primary.port());
        site.standby = site.primary.standby(site.folder.resolve("b"), site.stream.port());
        site.primary.awaitStandby();
        site.primary.waitForStandby(synchronous);
        site.nodes.add(site.node("node0").awaitReady());
        site.nodes.add(site.node("node1").awaitReady());
        Recorder.install(site.sql(), false);
        Recorder.slow(site.sql(), EFFECTS);
        site.load = new FailoverLoad(site.url("producer"), site.folder);
        site.load.start();
        await().atMost(PATIENCE).until(() -> site.completed() > 0);
        return site;
    }

    /** Returns a URL like that of an application. It names two servers, and connects to the one that takes writes. */
    private String url(String name) {
        return "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?targetServerType=primary&user=postgres&connectTimeout=2&socketTimeout=10&ApplicationName=%s"
                .formatted(primary.port(), standby.port(), name);
    }

    private Node node(String name) throws IOException {
        return new NodeLaunch(name, url(name))
                .quick("256m")
                .log(folder.resolve(name + ".log"))
                .settings(List.of(
                        "rowmill.lease=" + LEASE,
                        "rowmill.backoff.first=200ms",
                        "rowmill.backoff.max=2s",
                        "quarkus.datasource.jdbc.max-size=30"))
                .application(Plan.PACKAGED)
                .start();
    }

    /** Holds back the stream to the standby, and waits for {@code time}. */
    void fallBehind(Duration time) throws InterruptedException {
        stream.weather(Weather.STALLED_TO_CLIENT);
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Stops the primary as a power cut does, promotes the standby, and waits until a task is completed there. */
    void failOver(String title) throws Exception {
        long completed = completed();
        long cut = System.nanoTime();
        primary.stopImmediately();
        promote(title, cut, completed);
    }

    /**
     * Freezes the primary, promotes the standby, and waits until a task is completed there. Then the old primary goes
     * on as a primary until it is stopped. Nodes find it by their URL, but its writes must count nowhere.
     *
     * @param time the time for which there are two primaries
     */
    void splitBrain(String title, Duration time) throws Exception {
        long completed = completed();
        long cut = System.nanoTime();
        primary.freeze();
        promote(title, cut, completed);
        standby.goOn();
        assertThat(standby.isReadOnly()).as("the old primary takes writes").isFalse();
        assertThatThrownBy(() -> standby.sql().insertWithin(Duration.ofSeconds(2)))
                .as("no write is acknowledged there")
                .hasMessageContaining("I/O error");
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        long waiting = standby.sql().number("select count(*) from pg_stat_activity where wait_event = 'SyncRep'");
        System.out.printf("failover, %s: %d sessions wait for a commit on the old primary%n", title, waiting);
        assertThat(waiting).isPositive();
        standby.stopImmediately();
    }

    /** Promotes the standby, and waits until a task is completed there. */
    private void promote(String title, long cut, long completed) throws Exception {
        stream.cutAll();
        standby.promote();
        Replica old = primary;
        primary = standby;
        standby = old;
        primary.waitForStandby(false);
        long promoted = System.nanoTime();
        long found = completed();
        long inHand = sql().number("select count(*) from rowmill_task where status = 'executing'");
        cutOff += inHand;
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptions()
                .until(() -> completed() > found);
        System.out.printf(
                "failover, %s: promoted after %d ms, work completed again %d ms later; %d tasks were in hand, %d completions before, %d of them after%n",
                title, millis(cut, promoted), millis(promoted, System.nanoTime()), inHand, completed, found);
    }

    private static long millis(long from, long to) {
        return TimeUnit.NANOSECONDS.toMillis(to - from);
    }

    /** Starts the old primary as a standby of the new one. It is read-only, so no node works on it. */
    void takeBack() throws Exception {
        standby.followAgain(primary);
        primary.awaitStandby();
        assertThat(standby.isReadOnly()).isTrue();
        primary.waitForStandby(synchronous);
    }

    /** Stops the load, and waits until every task has ended. */
    void end() throws Exception {
        load.stop();
        Recorder.hurry(sql());
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> live() == 0);
        Ledger ledger = new Ledger(sql());
        ledger.load("enqueued", folder.resolve("enqueued.txt"));
        ledger.load("numbered", folder.resolve("numbered.txt"));
        System.out.printf(
                "failover, %s: %d enqueues acknowledged, %d of them lost, %d refused or unanswered; tasks %s; %d attempts after a recovery%n",
                folder.getFileName(), load.acknowledged(), lostEnqueues(), load.failures(), ledger.tasks(), rerun());
    }

    /** Returns the breaches of the invariants with these numbers, or all breaches if none is given. */
    List<String> breaches(String... invariants) throws SQLException {
        List<String> wanted = List.of(invariants);
        return new Ledger(sql())
                .breaches().stream()
                        .filter(breach -> wanted.isEmpty() || wanted.contains(breach.substring(0, breach.indexOf(' '))))
                        .toList();
    }

    /** Returns the number of tasks whose enqueue was acknowledged, but that are in no table. */
    long lostEnqueues() throws SQLException {
        return FailoverLoad.lost(sql());
    }

    long rerun() throws SQLException {
        return new Ledger(sql()).rerun();
    }

    /** Returns the number of tasks that nodes held when the primary stopped, over all failovers. */
    long cutOff() {
        return cutOff;
    }

    long live() throws SQLException {
        return sql().number("select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')");
    }

    private long completed() throws SQLException {
        return sql().number("select count(*) from rowmill_task where status = 'completed'");
    }

    private Sql sql() {
        return primary.sql();
    }

    @Override
    public void close() throws IOException {
        if (load != null) {
            load.stop();
        }
        nodes.forEach(Node::close);
        stream.close();
        primary.close();
        standby.close();
    }
}
