package io.github.rowmill.chaos;

import io.github.rowmill.chaos.load.Admissions;
import io.github.rowmill.chaos.site.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Enqueues by SQL, a few tasks in each transaction, and writes down the acknowledged ids and transactions. */
final class FailoverLoad implements Runnable {

    private static final Duration REST = Duration.ofMillis(100);

    /** Tasks of a transaction. Each transaction has a number, because a standby that is behind may assign ids again. */
    private static final int ROWS = 5;

    private static final String INSERT = """
            insert into rowmill_task (source, type, details)
            select 'load ' || ?,
                   case when n < 5 then 'event' else 'noop' end,
                   case when n < 5 then jsonb_build_object('account', 'a' || n, 'name', 'page-view', 'n', n) else '{}' end
              from generate_series(1, %d) n
            returning id
            """.formatted(ROWS);

    private static final String LOST = """
            select count(*)
              from ledger_numbered n
             where not exists (select 1 from rowmill_task t where t.source = 'load ' || n.id)
            """;

    private final String url;
    private final Admissions enqueued;
    private final Admissions numbered;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final Thread thread = new Thread(this, "failover-load");
    private volatile boolean stopped;
    private long number;

    FailoverLoad(String url, Path folder) throws IOException {
        this.url = url;
        this.enqueued = new Admissions(folder.resolve("enqueued.txt"));
        this.numbered = new Admissions(folder.resolve("numbered.txt"));
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                try {
                    insertUntilItFails();
                } catch (SQLException e) {
                    failures.incrementAndGet();
                }
                TimeUnit.NANOSECONDS.sleep(REST.toNanos());
            }
            enqueued.close();
            numbered.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void insertUntilItFails() throws SQLException, IOException, InterruptedException {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            while (!stopped) {
                List<Long> ids = new ArrayList<>();
                statement.setLong(1, ++number);
                try (ResultSet inserted = statement.executeQuery()) {
                    while (inserted.next()) {
                        ids.add(inserted.getLong(1));
                    }
                }
                enqueued.add(ids);
                numbered.add(List.of(number));
                acknowledged.addAndGet(ids.size());
                TimeUnit.NANOSECONDS.sleep(REST.toNanos());
            }
        }
    }

    /** Returns the number of acknowledged tasks that are in no table. The files of this load must be in the ledger. */
    static long lost(Sql sql) throws SQLException {
        return ROWS * sql.number(LOST);
    }

    int acknowledged() {
        return acknowledged.get();
    }

    int failures() {
        return failures.get();
    }

    void stop() {
        stopped = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
