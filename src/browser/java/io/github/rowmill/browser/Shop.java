package io.github.rowmill.browser;

import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A node of a shop on a bad night, with tasks in all states and a user for each permission. */
final class Shop implements AutoCloseable {

    /** End of each password, after the name of the user. */
    static final String SECRET = "-secret";

    private static final List<String> USERS = List.of(
            "rowmill.access.users.view.password=$2a$10$O7vUMQFpvk36I4xeyKyVdeF2tlAnb87MIeNr/.RYm8WGmDcs9rkh.",
            "rowmill.access.users.view.permissions=view",
            "rowmill.access.users.operate.password=$2a$10$wPvVuqs/9PMIOLv8NqHZCu1eP8EuMsuPHDyw253KDjGfIp5yWj2Lm",
            "rowmill.access.users.operate.permissions=operate",
            "rowmill.access.users.admin.password=$2a$10$AVLcAzMFAlf6MDRQCCfGRuvC4.4ZnycA5zlhA1gHr8I8cYAADzIjS",
            "rowmill.access.users.admin.permissions=admin");

    /** A script that stands in every text of a row that is long enough. */
    static final String EVIL = "<img src=x onerror=alert(1)>\"''<script>alert(2)</script>";

    private static final String NIGHT = """
            insert into rowmill_queue (name, concurrency, per_key) values ('mail', 12, 2);
            insert into rowmill_task (queue, type, details, status, attempts, created, run_at, started, finished)
            select case n % 3 when 0 then 'mail' when 1 then 'reports' else 'default' end, 'price-import',
                   jsonb_build_object('account', 'a-' || n), 'completed', 1, now() - n * interval '20 s', now() - n * interval '20 s',
                   now() - n * interval '20 s' + interval '1 s', now() - n * interval '20 s' + interval '2 s'
              from generate_series(1, 200) n;
            insert into rowmill_task (queue, type, details, key, tags, source, run_at, priority)
            select 'mail', 'price-import', jsonb_build_object('account', 'a-' || n, 'text', $evil$%1$s$evil$), 'a-' || n %% 5,
                   array['nightly', $evil$%1$s$evil$], $evil$%1$s$evil$, now() + (n - 20) * interval '1 min', n %% 3
              from generate_series(1, 70) n;
            insert into rowmill_task (queue, type, details, status, attempts, started, finished, error)
            select 'default', 'price-import', '{"account": "a-2093"}', 'dead', 3, now() - interval '5 min', now() - n * interval '1 min',
                   'java.net.SocketTimeoutException: Connect timed out ' || $evil$%1$s$evil$
              from generate_series(1, 25) n;
            insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace, signature)
            select t.id, a, 'shop-1', t.finished - interval '9 s', t.finished, t.error,
                   E'java.net.SocketTimeoutException: Connect timed out\\n\\tat org.acme.shop.SmtpClient.connect(SmtpClient.java:61)\\n\\tat java.base/java.lang.Thread.run(Thread.java:840)',
                   'a1b2c3d4e5f60718'
              from rowmill_task t, generate_series(1, 3) a
             where t.status = 'dead';
            insert into rowmill_failure (signature, queue, type, exception, frame, message, count, first, last, sample)
            select 'a1b2c3d4e5f60718', 'default', 'price-import', 'java.net.SocketTimeoutException', 'org.acme.shop.SmtpClient.connect',
                   'Connect timed out ' || $evil$%1$s$evil$, 75, now() - interval '1 h', now(), max(id)
              from rowmill_task where status = 'dead';
            insert into rowmill_task (queue, type, status, attempts, started, operator_id, expiry)
            values ('reports', 'price-import', 'executing', 1, now() - interval '1 min', 'remote:token ' || $evil$%1$s$evil$, now() + interval '1 h'),
                   ('reports', 'price-import', 'executing', 1, now() - interval '1 min', $evil$%1$s$evil$, now() + interval '1 h');
            insert into rowmill_task (queue, type, status, attempts, started, finished)
            values ('reports', 'price-import', 'cancelled', 1, now() - interval '1 min', now());
            insert into rowmill_task (queue, type, attempts, run_at, error)
            select 'mail', 'price-import', 2, now() + n * interval '2 min', 'java.net.SocketTimeoutException: Connect timed out ' || $evil$%1$s$evil$
              from generate_series(0, 6) n;
            insert into rowmill_view (name, query, saved_by) values ($evil$%1$s$evil$, 'status:retrying', 'ada');
            insert into rowmill_job (action, query, asked_by, status, total, done, skipped, finished, reason, spread)
            values ('retry', 'status:dead', 'ada', 'finished', 163, 161, 2, now(), $evil$%1$s$evil$, interval '10 min');
            insert into rowmill_job (action, query, asked_by, status, total, done, skipped, refused, finished, attempts, patch)
            values ('retry', 'failure:a1b2c3d4e5f60718', 'ada', 'finished', 25, 22, 3, 3, now(), 3, $evil${"account": "a-2093"}$evil$);
            insert into rowmill_job_task (job, task, refusal)
            select 2, t.id, $evil$%1$s$evil$ from rowmill_task t where t.status = 'dead' order by t.id limit 3;
            insert into rowmill_subscription (topic, type, queue)
            values ('prices-changed', 'price-import', 'reports'), ('prices-changed', 'of-a-newer-node', 'mail'), ($evil$%1$s$evil$, $evil$%1$s$evil$, $evil$%1$s$evil$);
            insert into rowmill_schedule (name, type, cron, queue) values ('nightly-import', 'price-import', '1 0 * * *', 'reports');
            """;

    /** Inserts a held flow, and one that makes thumbnails. */
    private static final String FLOWS = """
            insert into rowmill_flow (name, unique_key, source) values ('order', $evil$%1$s$evil$, $evil$%1$s$evil$), ('album', null, 'shop');
            insert into rowmill_task (queue, type, status, attempts, started, finished, error, flow)
            values ('default', 'price-import', 'dead', 3, now() - interval '6 min', now() - interval '5 min',
                    'java.net.SocketTimeoutException: Connect timed out ' || $evil$%1$s$evil$, 1);
            insert into rowmill_task (queue, type, status, flow) select 'mail', 'price-import', 'waiting', 1 from generate_series(1, 2);
            insert into rowmill_task (queue, type, status, attempts, started, finished, flow)
            select 'reports', 'price-import', 'completed', 1, now() - interval '2 min', now() - interval '1 min', 2 from generate_series(1, 26);
            insert into rowmill_task (queue, type, flow) select 'reports', 'price-import', 2 from generate_series(1, 12);
            insert into rowmill_task (queue, type, status, flow, watched) values ('reports', 'price-import', 'waiting', 2, true);
            insert into rowmill_part (flow, part, name, after, needs, state, decided)
            values (1, 0, '', '{}', 'ended', 'waiting', null),
                   (1, 1, 'charge', '{}', 'completed', 'open', now()),
                   (1, 2, $evil$%1$s$evil$, '{1}', 'completed', 'held', null),
                   (1, 3, 'tell support', '{1,2}', 'ended', 'waiting', null),
                   (2, 0, '', '{}', 'ended', 'waiting', null),
                   (2, 1, 'thumbs', '{}', 'completed', 'open', now()),
                   (2, 2, 'zip', '{1}', 'completed', 'waiting', null);
            insert into rowmill_part_task (flow, part, task)
            select t.flow, case when t.status <> 'waiting' then 1 when t.flow = 2 then 2 else 2 + n.nth %% 2 end, t.id
              from (select t.*, row_number() over (order by t.id) as nth from rowmill_task t where t.flow is not null) n
              join rowmill_task t on t.id = n.id;
            update rowmill_part p set watching = (select min(t.id) from rowmill_task t where t.flow = 1) where p.flow = 1 and p.part in (0, 2);
            update rowmill_part p set watching = (select max(t.id) from rowmill_task t where t.flow = 2) where p.flow = 2 and p.part in (0, 2);
            """;

    /** Inserts approvals: without an answer, with an answer, after its time limit, and one that reports progress. */
    private static final String STEPS = """
            insert into rowmill_task (queue, type, key, run_at, awaits, source)
            values ('approvals', 'price-import', 'waiting', now() + interval '3 days', 'answer', 'shop');
            insert into rowmill_task (queue, type, key, run_at, priority) values ('approvals', 'price-import', 'answered', now(), 1);
            insert into rowmill_task (queue, type, key, status, attempts, started, finished, run_at)
            values ('approvals', 'price-import', 'over', 'completed', 2, now() - interval '1 min', now(), now());
            insert into rowmill_task (queue, type, key, status, attempts, started, operator_id, expiry, progress, progress_note)
            values ('approvals', 'price-import', 'progress', 'executing', 1, now() - interval '1 min', 'shop-1', now() + interval '1 h', 42, $evil$%1$s$evil$);
            insert into rowmill_step (task, name, kind, result, turn, until, begun, done)
            select t.id, s.name, s.kind, s.result, s.turn, s.until, now() - s.age, case when s.is_done or t.key in ('answered', 'over') then now() - s.age + s.took end
              from rowmill_task t
             cross join (values ('charge', 'step', cast('{"receipt": "r-7"}' as jsonb), cast(null as bigint), cast(null as timestamptz), interval '9 min', interval '0', true),
                                ('import', 'loop', '{"page": 12}', 12, null, interval '8 min 50 s', interval '30 s', true),
                                ('cool down', 'sleep', null, null, now() - interval '6 min', interval '8 min', interval '122 s', true),
                                ($evil$%1$s$evil$, 'signal', null, null, now() + interval '3 days', interval '5 min', interval '4 min', false)) s (name, kind, result, turn, until, age, took, is_done)
             where t.queue = 'approvals';
            update rowmill_task set created = now() - interval '10 min' where queue = 'approvals';
            insert into rowmill_signal (task, name, payload, marked)
            select t.id, 'remark', jsonb_build_object('text', $evil$%1$s$evil$), true from rowmill_task t where t.key = 'waiting';
            """;

    private final EmbeddedPostgres server;
    private final Node node;

    private Shop(EmbeddedPostgres server, Node node) {
        this.server = server;
        this.node = node;
    }

    static Shop open(String name, String... settings) throws IOException, SQLException {
        EmbeddedPostgres server = EmbeddedPostgres.builder().start();
        List<String> all = new ArrayList<>(USERS);
        all.add("rowmill.access.open-to-everyone=false");
        all.add("rowmill.dashboard.enabled=true");
        all.add("rowmill.dashboard.label=shop production");
        all.addAll(List.of(settings));
        String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres";
        Shop shop = new Shop(
                server,
                new NodeLaunch(name, url).quick("512m").settings(all).start().awaitReady());
        shop.execute((NIGHT + FLOWS + STEPS).replace("%1$s", EVIL).replace("%%", "%"));
        return shop;
    }

    Node node() {
        return node;
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long number(String sql) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new BigDecimal(row.getString(1)).longValue();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() throws IOException {
        node.close();
        server.close();
    }
}
