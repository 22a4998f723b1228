package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.simpl.SimpleThreadPool;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/**
 * The workload in Quartz, with the table definitions of its project. The properties are those that
 * {@code quarkus-quartz} sets for {@code store-type=jdbc-tx} and {@code clustered=true}. A task is a trigger of a
 * durable job.
 */
final class QuartzLoad implements LoadPeer {

    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    private static final String DATABASE = "peers";
    private static final String PAYLOAD = "payload";

    private final int threads;
    private final int batch;
    private final Scheduler scheduler;
    private final JobDetail work = job("work", WorkJob.class);
    private final JobDetail row = job("work-row", RowJob.class);

    QuartzLoad(AgroalDataSource database, int threads) throws SQLException, IOException, SchedulerException {
        this.threads = threads;
        this.batch = Integer.getInteger("peer.batch", threads);
        createTables(database);
        DBConnectionManager.getInstance().addConnectionProvider(DATABASE, new Pool(database));
        this.scheduler = new StdSchedulerFactory(properties()).getScheduler();
    }

    private static void createTables(AgroalDataSource database) throws SQLException, IOException {
        try (InputStream tables = Objects.requireNonNull(Scheduler.class.getResourceAsStream(TABLES), TABLES);
                Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(new String(tables.readAllBytes(), StandardCharsets.UTF_8).replace("COMMIT;", ""));
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                StdSchedulerFactory.PROP_SCHED_INSTANCE_ID,
                "AUTO",
                StdSchedulerFactory.PROP_SCHED_INSTANCE_NAME,
                "QuarkusQuartzScheduler",
                StdSchedulerFactory.PROP_SCHED_MAX_BATCH_SIZE,
                Integer.toString(batch),
                StdSchedulerFactory.PROP_THREAD_POOL_CLASS,
                SimpleThreadPool.class.getName(),
                "org.quartz.threadPool.threadCount",
                Integer.toString(threads)));
        properties.putAll(Map.of(
                StdSchedulerFactory.PROP_JOB_STORE_CLASS,
                JobStoreTX.class.getName(),
                "org.quartz.jobStore.driverDelegateClass",
                PostgreSQLDelegate.class.getName(),
                "org.quartz.jobStore.dataSource",
                DATABASE,
                "org.quartz.jobStore.useProperties",
                "true",
                "org.quartz.jobStore.tablePrefix",
                "QRTZ_",
                "org.quartz.jobStore.misfireThreshold",
                "60000",
                "org.quartz.jobStore.isClustered",
                "true",
                "org.quartz.jobStore.acquireTriggersWithinLock",
                "true",
                "org.quartz.jobStore.clusterCheckinInterval",
                "15000"));
        return properties;
    }

    private static JobDetail job(String name, Class<? extends Job> type) {
        return JobBuilder.newJob(type).withIdentity(name).storeDurably().build();
    }

    @Override
    public String settings() {
        return "%d threads, JDBC store (JobStoreTX), clustered, batchTriggerAcquisitionMaxCount %d"
                .formatted(threads, batch);
    }

    @Override
    public void resume() throws SchedulerException {
        scheduler.start();
    }

    @Override
    public void pause() throws SchedulerException {
        scheduler.standby();
    }

    @Override
    public void enqueue(boolean writes, List<String> payloads) throws SchedulerException {
        Set<Trigger> triggers = new HashSet<>();
        payloads.forEach(payload -> triggers.add(TriggerBuilder.newTrigger()
                .usingJobData(PAYLOAD, payload)
                .startNow()
                .build()));
        scheduler.scheduleJobs(Map.of(writes ? row : work, triggers), true);
    }

    private static String payload(JobExecutionContext context) {
        return context.getTrigger().getJobDataMap().getString(PAYLOAD);
    }

    /** A job that writes nothing. */
    public static final class WorkJob implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            LoadTask.run(false, payload(context));
        }
    }

    /** A job that writes a row. */
    public static final class RowJob implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            LoadTask.run(true, payload(context));
        }
    }

    /** Gives Quartz the connections of the pool. */
    private record Pool(AgroalDataSource database) implements ConnectionProvider {

        @Override
        public Connection getConnection() throws SQLException {
            return database.getConnection();
        }

        @Override
        public void initialize() {}

        @Override
        public void shutdown() {}
    }
}
