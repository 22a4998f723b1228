package io.github.rowmill.chaos;

import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Accounts with rentals. They extend some and return all, by REST and by SQL, whatever their tasks do at that moment. Some
 * transactions with a signal are rolled back.
 */
final class SignalCrew implements Runnable, AutoCloseable {

    private static final Duration REST = Duration.ofMillis(200);
    private static final int RETURNS_OF_A_ROUND = 3;

    private static final String RENTALS = """
            select id from rowmill_task where type = 'rental' and finished is null order by random()
            """;

    private static final String SEND = "select rowmill_send_signal(%d, '%s', '%s')";
    private static final String RETURN = "{\"stars\": 5}";
    private static final String EXTENSION = "{\"days\": 1}";

    private final Site site;
    private final Random random;
    private final Rounds rounds;
    private final Admissions acknowledged;
    private final Set<Long> returned = new HashSet<>();
    private final Set<Long> extended = new HashSet<>();
    private volatile boolean windsUp;

    SignalCrew(Site site, long seed) throws IOException {
        this.site = site;
        this.random = new Random(seed);
        this.rounds = new Rounds(site, "signals that failed", REST, this::round);
        this.acknowledged = new Admissions(site.plan().folder().resolve("signalled.txt"));
    }

    @Override
    public void run() {
        rounds.run();
    }

    private void round() throws IOException, SQLException {
        List<Long> rentals = site.sql().rows(RENTALS, Integer.MAX_VALUE).stream()
                .map(row -> Long.parseLong(row.get(0)))
                .toList();
        Optional<Long> fresh =
                rentals.stream().filter(id -> !extended.contains(id)).findFirst();
        if (fresh.isPresent()) {
            extended.add(fresh.get());
            send(fresh.get(), "extend", EXTENSION);
        }
        List<Long> returns = rentals.stream()
                .filter(id -> !returned.contains(id))
                .limit(windsUp ? rentals.size() : RETURNS_OF_A_ROUND)
                .toList();
        for (long id : returns) {
            if (send(id, "return", RETURN)) {
                returned.add(id);
                acknowledged.add(List.of(id));
            }
        }
    }

    /** Sends a signal. Returns whether it was acknowledged. One that was not may have been sent too. */
    private boolean send(long id, String name, String payload) throws IOException, SQLException {
        Optional<Node> node = site.fleet().any(random);
        if (node.isPresent() && random.nextBoolean()) {
            String path = "/rowmill/api/tasks/%d/signals/%s".formatted(id, name);
            int status = Health.post(node.get(), path, "{\"payload\": %s}".formatted(payload))
                    .statusCode();
            site.journal().count("signals answered with " + status);
            return status == Health.OK;
        }
        try (Connection connection = site.sql().connectAs("account");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            boolean isSent;
            try (var sent = statement.executeQuery(SEND.formatted(id, name, payload))) {
                isSent = sent.next() && sent.getLong(1) > 0;
            }
            if (random.nextInt(10) == 0) {
                connection.rollback();
                site.journal().count("signals rolled back");
                return false;
            }
            connection.commit();
            site.journal().count("signals by SQL");
            return isSent;
        }
    }

    /** From now on, returns all rentals, so that all end. */
    void windUp() {
        windsUp = true;
    }

    void stop() {
        rounds.stop();
    }

    /** The tasks whose return was acknowledged. */
    Admissions acknowledged() {
        return acknowledged;
    }

    @Override
    public void close() throws IOException {
        acknowledged.close();
    }
}
