package io.github.rowmill.chaos.load;

import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Senders of signals. They signal the return of rentals before these wait, while they wait and after they have ended, by
 * SQL and over REST. Each signal has a number of its own. Its acknowledgement is on the disk before the next one is sent.
 */
final class SignalCrew implements Runnable, AutoCloseable {

    private static final Duration REST = Duration.ofMillis(300);

    /** Number of waiting tasks that get a signal in a round. The others wait longer. */
    private static final int WAITING_OF_A_ROUND = 3;

    private static final int ALL = 1_000;

    // These statements use the indexes of due and of executing tasks. A task that waits has no crashes.
    private static final String WAITING = """
            select id
              from rowmill_task
             where queue = 'rentals'
               and type = 'rental'
               and status = 'queued'
               and crashes < 2
               and awaits is not null
            """;

    private static final String EARLY = """
            select id
              from rowmill_task
             where queue = 'rentals'
               and type = 'rental'
               and status = 'queued'
               and crashes < 2
               and awaits is null
             union all
            select id
              from rowmill_task
             where type = 'rental'
               and status = 'executing'
            """;

    // A second signal would wake a task whose first one was forgotten.
    private static final String UNSIGNALLED = """
            select t.id
              from (%s) t
             where not exists (select 1 from ledger_signal s where s.task = t.id)
             order by random()
             limit %d
            """;

    private static final String COMPLETED = """
            select id
              from rowmill_task
             where type = 'rental'
               and status = 'completed'
               and finished is not null
             order by finished desc
             limit 1
            """;

    private static final String SEND = """
            select coalesce(rowmill_send_signal(%d, 'returned', '%s'), 0)
            """;

    private final Site site;
    private final Random random;
    private final Rounds rounds;
    private final Admissions acknowledged;
    private long slip;
    private volatile boolean windsUp;

    SignalCrew(Site site, long seed) throws IOException {
        this.site = site;
        this.random = new Random(seed);
        this.rounds = new Rounds(site, "signals without an answer", REST, this::round);
        this.acknowledged = new Admissions(site.plan().folder().resolve("signals.txt"));
    }

    @Override
    public void run() {
        rounds.run();
    }

    private void round() throws IOException, SQLException {
        for (long task : tasks(UNSIGNALLED.formatted(WAITING, windsUp ? ALL : WAITING_OF_A_ROUND))) {
            send(task, "while the task waits");
        }
        if (!windsUp && random.nextBoolean()) {
            for (long task : tasks(UNSIGNALLED.formatted(EARLY, 1))) {
                send(task, "before the wait");
            }
        }
        if (random.nextInt(10) == 0) {
            for (long task : tasks(COMPLETED)) {
                if (send(task, "after the end")) {
                    site.journal().offence("I21 task " + task + " took a signal after its end");
                }
            }
        }
    }

    private List<Long> tasks(String sql) throws SQLException {
        return site.sql().rows(sql, ALL).stream()
                .map(row -> Long.parseLong(row.get(0)))
                .toList();
    }

    /** Sends a signal with a new number. Returns false if it was refused. */
    private boolean send(long task, String when) throws IOException, SQLException {
        slip++;
        Optional<Node> node = random.nextBoolean() ? site.fleet().any(random) : Optional.empty();
        boolean isTaken = node.isPresent() ? sendOverRest(node.get(), task) : sendBySql(task);
        if (isTaken) {
            acknowledged.add(List.of(slip));
            site.journal().count(node.isPresent() ? "signals over REST" : "signals by SQL");
            site.journal().count("signals " + when);
        } else {
            site.journal().count("signals refused");
        }
        return isTaken;
    }

    private boolean sendOverRest(Node node, long task) throws IOException {
        String body = "{\"payload\": %s}".formatted(payload());
        return Health.post(node, "/rowmill/api/tasks/%d/signals/returned".formatted(task), body)
                        .statusCode()
                == Health.OK;
    }

    private boolean sendBySql(long task) throws SQLException {
        try (Connection connection = site.sql().connectAs("signals");
                Statement statement = connection.createStatement();
                ResultSet sent = statement.executeQuery(SEND.formatted(task, payload()))) {
            return sent.next() && sent.getLong(1) > 0;
        }
    }

    private String payload() {
        return "{\"slip\": %d}".formatted(slip);
    }

    /** From now on, signals every task that waits and was not signalled, so that all end. */
    void windUp() {
        windsUp = true;
    }

    void stop() {
        rounds.stop();
    }

    /** Returns the file of the numbers of acknowledged signals, by its name in the ledger. */
    Map<String, Admissions> files() {
        return Map.of("acknowledged_signal", acknowledged);
    }

    @Override
    public void close() throws IOException {
        acknowledged.close();
    }
}
