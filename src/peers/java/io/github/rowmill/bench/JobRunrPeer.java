package io.github.rowmill.bench;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import io.agroal.api.AgroalDataSource;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/** The free edition of JobRunr. */
final class JobRunrPeer implements Peer {

    private static final Duration POLL = Duration.ofMillis(Integer.getInteger("peer.poll", 5_000));

    private final int threads;
    private final BackgroundJobServer server;
    private final JobScheduler jobs;

    JobRunrPeer(AgroalDataSource database, int threads) {
        this.threads = threads;
        JobRunrConfigurationResult made = JobRunr.configure()
                .useStorageProvider(new PostgresStorageProvider(database))
                .useBackgroundJobServer(usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(threads)
                        .andPollInterval(POLL))
                .initialize();
        this.server = made.getBackgroundJobServer();
        this.jobs = made.getJobScheduler();
        server.pauseProcessing();
    }

    @Override
    public String settings() {
        return "%d workers, poll interval %d ms, no dashboard".formatted(threads, POLL.toMillis());
    }

    @Override
    public void resume() {
        server.resumeProcessing();
    }

    @Override
    public void pause() {
        server.pauseProcessing();
    }

    @Override
    public void fill(String task, int tasks) {
        if (task.equals("noop")) {
            jobs.enqueue(IntStream.range(0, tasks).boxed(), n -> Work.noop());
        } else {
            jobs.enqueue(IntStream.range(0, tasks).boxed(), n -> Work.effect());
        }
    }

    @Override
    public void enqueue(int n) {
        jobs.enqueue(() -> Work.wake(n));
    }

    @Override
    public String left() {
        return "select from jobrunr_jobs where state in ('ENQUEUED', 'PROCESSING')";
    }
}
