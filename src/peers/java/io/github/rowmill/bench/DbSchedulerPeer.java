package io.github.rowmill.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

/** db-scheduler, with the table definition of its project. */
final class DbSchedulerPeer implements Peer {

    private static final String TABLE = """
            create table if not exists scheduled_tasks (
                task_name            text not null,
                task_instance        text not null,
                task_data            bytea,
                execution_time       timestamptz,
                picked               boolean not null,
                picked_by            text,
                last_success         timestamptz,
                last_failure         timestamptz,
                consecutive_failures int,
                last_heartbeat       timestamptz,
                version              bigint not null,
                priority             smallint,
                state                text,
                primary key (task_name, task_instance));
            create index if not exists execution_time_idx on scheduled_tasks (execution_time);
            create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat)
            """;

    private static final String FILL = """
            insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
            select ?, g::text, now(), false, 1
              from generate_series(1, ?) g
            """;

    private static final Duration POLL = Duration.ofMillis(Integer.getInteger("peer.poll", 100));
    private static final double LOWER = Double.parseDouble(System.getProperty("peer.lower", "4"));
    private static final double UPPER = Double.parseDouble(System.getProperty("peer.upper", "20"));

    private final DataSource database;
    private final int threads;
    private final OneTimeTask<Void> wake =
            Tasks.oneTime("wake").execute((task, context) -> Work.wake(Integer.parseInt(task.getId())));
    private final Scheduler scheduler;

    DbSchedulerPeer(AgroalDataSource database, int threads) throws SQLException {
        this.database = database;
        this.threads = threads;
        this.scheduler = scheduler(
                database,
                threads,
                List.of(
                        wake,
                        Tasks.oneTime("noop").execute((task, context) -> Work.noop()),
                        Tasks.oneTime("effect").execute((task, context) -> effect())));
    }

    /** Starts a scheduler that is paused. */
    static Scheduler scheduler(AgroalDataSource database, int threads, List<Task<?>> tasks) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
        Scheduler scheduler = Scheduler.create(database, tasks)
                .threads(threads)
                .pollUsingLockAndFetch(LOWER, UPPER)
                .pollingInterval(POLL)
                .enableImmediateExecution()
                .build();
        scheduler.start();
        scheduler.pause();
        return scheduler;
    }

    private static void effect() {
        try {
            Work.effect();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String settings() {
        return settings(threads);
    }

    static String settings(int threads) {
        return "%d threads, enableImmediateExecution(), pollUsingLockAndFetch(%s, %s), pollingInterval(%d ms)"
                .formatted(threads, LOWER, UPPER, POLL.toMillis());
    }

    @Override
    public void resume() {
        scheduler.resume();
    }

    @Override
    public void pause() {
        scheduler.pause();
    }

    @Override
    public void fill(String task, int tasks) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement fill = connection.prepareStatement(FILL)) {
            fill.setString(1, task);
            fill.setInt(2, tasks);
            fill.executeUpdate();
        }
    }

    @Override
    public void enqueue(int n) {
        scheduler.schedule(wake.instance(Integer.toString(n)), Instant.now());
    }

    @Override
    public String left() {
        return "select from scheduled_tasks";
    }
}
