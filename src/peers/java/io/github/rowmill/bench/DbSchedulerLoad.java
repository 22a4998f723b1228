package io.github.rowmill.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.agroal.api.AgroalDataSource;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The workload in db-scheduler, with the settings of {@link DbSchedulerPeer}. */
final class DbSchedulerLoad implements LoadPeer {

    private final AtomicLong ids = new AtomicLong();
    private final OneTimeTask<String> work = task("work", false);
    private final OneTimeTask<String> row = task("work-row", true);
    private final int threads;
    private final Scheduler scheduler;

    DbSchedulerLoad(AgroalDataSource database, int threads) throws SQLException {
        this.threads = threads;
        this.scheduler = DbSchedulerPeer.scheduler(database, threads, List.of(work, row));
    }

    private static OneTimeTask<String> task(String name, boolean row) {
        return Tasks.oneTime(name, String.class)
                .execute((task, context) -> LoadTask.run(row, String.valueOf(task.getData())));
    }

    @Override
    public String settings() {
        return DbSchedulerPeer.settings(threads);
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
    public void enqueue(boolean writes, List<String> payloads) {
        OneTimeTask<String> task = writes ? row : work;
        List<TaskInstance<?>> instances = payloads.stream()
                .<TaskInstance<?>>map(payload -> task.instance(Long.toString(ids.getAndIncrement()), payload))
                .toList();
        scheduler.scheduleBatch(instances, Instant.now());
    }
}
