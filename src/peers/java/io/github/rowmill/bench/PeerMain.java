package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;
import java.util.concurrent.Callable;

/**
 * The process of a peer: {@code PeerMain name url}. It reads the commands {@code settings}, {@code drain task tasks}
 * and {@code wakes tasks}, one a line. For each it writes a line that begins with {@link #ANSWER}.
 */
final class PeerMain {

    static final String ANSWER = "= ";

    /** Size of the connection pool. The default is the size in the measured application. */
    private static final int CONNECTIONS = Integer.getInteger("peer.connections", 50);

    private static final int THREADS = Integer.getInteger("peer.threads", 10);

    private final AgroalDataSource database;
    private final Peer peer;

    private PeerMain(AgroalDataSource database, Peer peer) {
        this.database = database;
        this.peer = peer;
    }

    public static void main(String[] args) {
        answer(() -> {
            AgroalDataSource database = pool(args[1]);
            Peer peer = args[0].equals("db-scheduler")
                    ? new DbSchedulerPeer(database, THREADS)
                    : new JobRunrPeer(database, THREADS);
            return new PeerMain(database, peer)::answer;
        });
    }

    static AgroalDataSource pool(String url) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(CONNECTIONS)
                        .connectionFactoryConfiguration(connection -> connection.jdbcUrl(url))));
    }

    /** Answers the lines of the input. */
    interface Answers {
        String answer(String[] words) throws Exception;
    }

    /**
     * Starts a peer and answers each line of the input. Then the process exits, also if the start fails: threads of
     * the peer or of its pool would keep it alive.
     */
    static void answer(Callable<Answers> start) {
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Answers answers = start.call();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(ANSWER + answers.answer(line.split(" ")));
            }
            System.exit(0);
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private String answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "settings" -> peer.settings();
            case "drain" -> Double.toString(drain(words[1], Integer.parseInt(words[2])));
            case "wakes" -> wakes(Integer.parseInt(words[1]));
            default -> throw new IOException("What is " + words[0]);
        };
    }

    /** Returns the tasks a second, from the start of the first one to the completion of the last one. */
    private double drain(String task, int tasks) throws SQLException, InterruptedException {
        Work.expect(database, tasks);
        peer.fill(task, tasks);
        execute("vacuum analyze");
        execute("checkpoint");
        peer.resume();
        Work.await();
        while (isAnyLeft()) {
            Thread.onSpinWait();
        }
        double rate = Clock.perSecond(tasks, Work.first());
        peer.pause();
        return rate;
    }

    /** Returns how soon each handler started. */
    private String wakes(int tasks) throws InterruptedException {
        Work.expect(database, tasks);
        peer.resume();
        Clock.pause();
        long[] asked = new long[tasks];
        long[] sent = new long[tasks];
        for (int n = 0; n < tasks; n++) {
            asked[n] = System.nanoTime();
            peer.enqueue(n);
            sent[n] = System.nanoTime();
            Clock.pause();
        }
        Work.await();
        peer.pause();
        StringJoiner wakes = new StringJoiner(" ");
        for (int n = 0; n < tasks; n++) {
            wakes.add(Wake.of(asked[n], sent[n], Work.woken(n)).toString());
        }
        return wakes.toString();
    }

    private boolean isAnyLeft() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet left = statement.executeQuery("select exists (%s)".formatted(peer.left()))) {
            return left.next() && left.getBoolean(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
