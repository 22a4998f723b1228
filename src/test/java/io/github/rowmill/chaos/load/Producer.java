package io.github.rowmill.chaos.load;

import io.github.rowmill.chaos.ledger.Recorder;
import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Enqueues by REST and by SQL while the backlog is small. Sometimes it cancels or retries a task. Floods alternate with
 * calms, in which a few tasks come one by one. In a calm, a node claims tasks as it enqueues them, which it never does
 * in a flood. Each acknowledgement is on the disk before the next request. A request without an acknowledgement may
 * have been executed too.
 */
final class Producer implements Runnable, AutoCloseable {

    private static final int MAX_QUEUED = 500;
    private static final Duration TIDE = Duration.ofSeconds(30);
    private static final int ROWS_OF_AN_INSERT = 100;
    private static final int REQUESTS_OF_A_ROUND = 10;
    private static final int REQUESTS_IN_A_CALM = 2;
    private static final int KEYS = 40;
    private static final Duration REST = Duration.ofMillis(50);
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

    private final Site site;
    private final Random random;
    private final Rounds rounds;
    private final long start = System.nanoTime();
    private final Admissions enqueued;
    private final Admissions cancelled;
    private final Admissions retried;
    private final List<Long> recent = new ArrayList<>();
    private final List<Long> ended = new ArrayList<>();
    private final List<Supplier<String>> more = new CopyOnWriteArrayList<>();

    Producer(Site site, long seed) throws IOException {
        this.site = site;
        this.random = new Random(seed);
        this.rounds = new Rounds(site, "producer's requests that failed", REST, this::round);
        this.enqueued = new Admissions(site.plan().folder().resolve("enqueued.txt"));
        this.cancelled = new Admissions(site.plan().folder().resolve("cancelled.txt"));
        this.retried = new Admissions(site.plan().folder().resolve("retried.txt"));
    }

    @Override
    public void run() {
        rounds.run();
    }

    private void round() throws IOException, SQLException {
        insertRuled(Recorder.RULED.get(random.nextInt(Recorder.RULED.size())));
        for (Supplier<String> insert : more) {
            insert(insert.get());
        }
        if (isCalm()) {
            publish();
            requests(REQUESTS_IN_A_CALM);
        } else if (queued() <= MAX_QUEUED) {
            insert(ROWS_OF_AN_INSERT);
            requests(REQUESTS_OF_A_ROUND);
        }
    }

    private void requests(int count) throws IOException {
        for (int n = 0; n < count; n++) {
            Optional<Node> node = site.fleet().any(random);
            if (node.isPresent()) {
                request(node.get());
            } else {
                site.journal().count("requests that found no node up");
            }
        }
    }

    private boolean isCalm() {
        return (System.nanoTime() - start) / TIDE.toNanos() % 2 == 1;
    }

    /**
     * Returns the number of queued tasks that take time. A flood of other tasks is no reason to pause. The query uses
     * the index of due tasks, and stops when it has found too many.
     */
    private long queued() throws SQLException {
        return site.sql().number("""
                select count(*)
                  from (select 1
                          from rowmill_task
                         where status = 'queued'
                           and crashes < 2
                           and (type in ('event', 'reminder') or type like 'order%%')
                           and queue in ('default', 'mail')
                         limit %d) as waiting
                """.formatted(MAX_QUEUED + 1));
    }

    /** Enqueues at most {@code rows} tasks by SQL, in one transaction. */
    void insert(int rows) throws SQLException, IOException {
        insert(Inserts.mixed(random.nextInt(KEYS), rows));
    }

    private synchronized int insert(String insert) throws SQLException, IOException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = site.sql().connectAs("producer");
                Statement statement = connection.createStatement();
                ResultSet inserted = statement.executeQuery(insert)) {
            while (inserted.next()) {
                ids.add(inserted.getLong(1));
            }
        }
        acknowledged(ids);
        return ids.size();
    }

    /** Publishes by SQL. The statement makes the tasks of all subscribers, or none. */
    private void publish() throws SQLException, IOException {
        int tasks = insert(Inserts.publish(random.nextInt(KEYS)));
        site.journal().count("publishes by SQL");
        if (tasks != Recorder.SUBSCRIBERS) {
            site.journal().offence("I3 a publish made %d tasks of %d".formatted(tasks, Recorder.SUBSCRIBERS));
        }
    }

    /**
     * Enqueues a few tasks into a queue with rules, whatever the other queues hold. Now and then, it changes a rule.
     */
    private void insertRuled(String queue) throws SQLException, IOException {
        insert(Inserts.ruled(queue, random.nextInt(KEYS)));
        if (random.nextInt(20) == 0) {
            site.sql()
                    .execute("update rowmill_queue set concurrency = %d where name = 'few'"
                            .formatted(2 + random.nextInt(3)));
        }
    }

    private void request(Node node) throws IOException {
        int dice = random.nextInt(100);
        if (dice < 5 && !recent.isEmpty()) {
            verb(node, recent.get(random.nextInt(recent.size())), "cancel", cancelled);
        } else if (dice < 8 && !ended.isEmpty()) {
            verb(node, ended.remove(ended.size() - 1), "retry", retried);
        } else {
            enqueue(node, dice);
        }
    }

    private void enqueue(Node node, int dice) throws IOException {
        if (dice >= 90) {
            post(node, "/rowmill/api/topics/sign-up", """
                    {"payload": {"account": "a%d", "name": "sign-up", "n": 1}}
                    """.formatted(dice));
        } else {
            post(node, "/rowmill/api/tasks", dice < 60 ? event(dice) : """
                    {"type": "reminder", "payload": {"account": "a%d"}}
                    """.formatted(dice));
        }
    }

    private void post(Node node, String path, String body) throws IOException {
        HttpResponse<String> answer = Health.post(node, path, body);
        Matcher id = ID.matcher(answer.body());
        if (answer.statusCode() < 300 && id.find()) {
            site.journal().count("enqueues over REST");
            acknowledged(List.of(Long.parseLong(id.group(1))));
        } else {
            site.journal().count("enqueues refused with " + answer.statusCode());
        }
    }

    private String event(int dice) {
        String key = dice < 20 ? ", \"uniqueKey\": \"k" + random.nextInt(KEYS) + "\"" : "";
        return """
                {"type": "event", "payload": {"account": "a%d", "name": "sign-up", "n": 1}%s}
                """.formatted(dice, key);
    }

    /** Sends a request. Its id is written first, because a request that was not refused may have been executed. */
    private void verb(Node node, long id, String verb, Admissions log) throws IOException {
        log.add(List.of(id));
        int status = Health.post(node, "/rowmill/api/tasks/%d/%s".formatted(id, verb), "")
                .statusCode();
        site.journal().count(verb + " answered with " + status);
        if (verb.equals("cancel") && status == Health.OK) {
            ended.add(id);
        }
    }

    private void acknowledged(List<Long> ids) throws IOException {
        enqueued.add(ids);
        recent.addAll(ids);
        if (recent.size() > MAX_QUEUED) {
            recent.subList(0, recent.size() - MAX_QUEUED).clear();
        }
    }

    Admissions enqueued() {
        return enqueued;
    }

    Admissions cancelled() {
        return cancelled;
    }

    /** Returns the files of what was acknowledged or requested, by their names in the ledger. */
    Map<String, Admissions> files() {
        return Map.of("enqueued", enqueued, "cancelled", cancelled, "retried", retried);
    }

    /** Enqueues tasks for remote workers from now on. */
    void serveRemoteWorkers() {
        more.add(Inserts::remote);
    }

    /** Enqueues orders from now on. They enqueue flows. */
    void placeOrders() {
        more.add(() -> Inserts.orders(random.nextInt(KEYS)));
    }

    /** Enqueues rentals from now on. They have steps, sleep, and wait for signals. */
    void rentBikes() {
        more.add(() -> Inserts.rentals(random.nextInt(KEYS)));
    }

    /** Enqueues readings from now on. A handler takes many of them in one call. */
    void readMeters() {
        more.add(Inserts::readings);
    }

    void stop() {
        rounds.stop();
    }

    @Override
    public void close() throws IOException {
        enqueued.close();
        cancelled.close();
        retried.close();
    }
}
