package io.github.rowmill.chaos;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.chaos.site.Folders;
import io.github.rowmill.chaos.site.Proxy;
import io.github.rowmill.chaos.site.Replica;
import io.github.rowmill.chaos.site.Sql;
import io.github.rowmill.chaos.site.Weather;
import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A site where verdicts arrive after a failover that lost their claims. A node has claimed tasks and run their
 * handlers, but the primary stopped before their verdicts. The promoted standby has none of these tasks. It gives their
 * ids to new tasks, which another node claims under the same versions. Then the verdicts of the first node arrive.
 */
final class LateVerdicts implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /**
     * Number of lost tasks. A standby skips the ids that a sequence has logged ahead, which are 32, so there are more.
     */
    private static final int LOST = 60;

    /** Number of new tasks. The new node has a worker and a connection for each, so none is left for the late node. */
    private static final int NEW = 20;

    /** SQL for the primary that will stop. It keeps completions from being written. */
    private static final String NO_VERDICTS = """
            create function late() returns trigger language plpgsql as $$
            begin
                perform pg_sleep(600);
                return new;
            end $$;
            create trigger late before update on rowmill_task
               for each row when (new.status = 'completed') execute function late()
            """;

    /** SQL for the promoted standby. It makes effects wait. */
    private static final String NO_EFFECTS = """
            create function late() returns trigger language plpgsql as $$
            begin
                perform pg_advisory_xact_lock_shared(1);
                return new;
            end $$;
            create trigger late before insert on sample_event for each row execute function late()
            """;

    private final Path folder;
    private final Path application;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Replica primary;
    private Replica standby;
    private Node late;
    private long firstLost;

    private LateVerdicts(String name, Path application) {
        this.folder = Path.of("target", "chaos", "failover-" + name);
        this.application = application;
    }

    /** @param application the application that the nodes run */
    static LateVerdicts come(String name, Path application) throws Exception {
        LateVerdicts site = new LateVerdicts(name, application);
        try {
            site.loseClaims();
            site.claimNewTasks();
            return site;
        } catch (Exception | AssertionError e) {
            site.close();
            throw e;
        }
    }

    private void loseClaims() throws Exception {
        Folders.delete(folder);
        Files.createDirectories(folder);
        primary = opened(Replica.primary(folder.resolve("a")));
        Proxy stream = opened(Proxy.to(primary.port()));
        standby = opened(primary.standby(folder.resolve("b"), stream.port()));
        primary.awaitStandby();
        late = node("late", LOST).awaitReady();
        primary.awaitReplay(standby);
        stream.weather(Weather.STALLED_TO_CLIENT);
        primary.sql().execute(NO_VERDICTS);
        firstLost = primary.sql()
                .number(
                        "with made as (insert into rowmill_task (type) select 'noop' from generate_series(1, %s) returning id) select min(id) from made"
                                .formatted(LOST));
        await().atMost(PATIENCE).until(() -> executing(primary.sql()) == LOST);
        late.signal("STOP");
        primary.stopImmediately();
        stream.cutAll();
        standby.promote();
    }

    private void claimNewTasks() throws Exception {
        sql().execute(NO_EFFECTS);
        try (Connection gate = sql().connect()) {
            gate.createStatement().execute("select pg_advisory_lock(1)");
            sql().execute(
                            "insert into rowmill_task (type, details) select 'event', '{\"account\":\"a\",\"name\":\"n\",\"n\":1}' from generate_series(1, %s)"
                                    .formatted(NEW));
            node("next", NEW).awaitReady();
            await().atMost(PATIENCE).until(() -> executing(sql()) == NEW);
            String now = sql().rows("select now()", 1).get(0).get(0);
            late.signal("CONT");
            await().atMost(PATIENCE)
                    .until(() -> sql().number(
                                            "select count(*) from rowmill_operator where name = 'late' and in_hand = 0 and beat > '%s'"
                                                    .formatted(now))
                            == 1);
        }
        await().atMost(PATIENCE)
                .until(() -> sql().number("select count(*) from rowmill_task where status <> 'completed'") == 0);
    }

    private static long executing(Sql sql) throws Exception {
        return sql.number("select count(*) from rowmill_task where status = 'executing' and version = 1");
    }

    private Node node(String name, int workers) throws Exception {
        String url =
                "jdbc:postgresql://127.0.0.1:%s,127.0.0.1:%s/postgres?targetServerType=primary&user=postgres&connectTimeout=2&socketTimeout=30&ApplicationName=%s"
                        .formatted(primary.port(), standby.port(), name);
        return opened(new NodeLaunch(name, url)
                .quick("256m")
                .log(folder.resolve(name + ".log"))
                .settings(List.of("rowmill.workers=" + workers, "quarkus.datasource.jdbc.max-size=" + (workers + 5)))
                .application(application)
                .start());
    }

    private <T extends AutoCloseable> T opened(T one) {
        opened.add(0, one);
        return one;
    }

    private Sql sql() {
        return standby.sql();
    }

    /** Returns the number of new tasks that have the id of a lost task. */
    long repeated() throws Exception {
        return sql().number("select count(*) from rowmill_task where id between %s and %s"
                .formatted(firstLost, firstLost + LOST - 1));
    }

    /** Returns the number of verdicts that the late node has found stale. */
    long stale() {
        return late.metric("rowmill_lease_stale_completion_total");
    }

    /** Returns the number of completed tasks whose handler's writes were rolled back. */
    long completedWithoutEffect() throws Exception {
        return sql().number(
                        "select count(*) from rowmill_task t where t.status = 'completed' and not exists (select from sample_event e where e.task_id = t.id)");
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }
}
