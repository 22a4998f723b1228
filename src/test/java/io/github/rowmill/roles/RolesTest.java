package io.github.rowmill.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.deploy.Yaml;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;

/** Runs statements as each role of {@code roles.sql}, on PostgreSQL. */
class RolesTest {

    private static final String DENIED = "42501";
    private static final List<String> LOGINS =
            List.of(RoleDatabase.OWNER, RoleDatabase.WORKER, "login_enqueuer", "login_viewer", RoleDatabase.STRANGER);

    private static RoleDatabase database;

    @BeforeAll
    static void create() {
        database = RoleDatabase.fresh("roles");
        database.execute(RoleDatabase.WORKER, """
                insert into rowmill_task (type, unique_key, details, context) values ('a', 'k', '{"secret": 1}', '{}');
                insert into rowmill_attempt (task, number, operator, finished, error, stack_trace)
                select id, 1, 'o', now(), 'e', 's' from rowmill_task""");
    }

    /**
     * The letters are the roles that may run the statement: owner, worker, enqueuer, viewer. A user without a role
     * may run none.
     */
    @ParameterizedTest(name = "{0} | {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OWEV | select id, type, status, unique_key from rowmill_task
            OWEV | select count(*) from rowmill_task
            OW-V | select queue, run_at, operator_id, attempts, version, tags, source, error from rowmill_task
            OW-- | select details from rowmill_task
            OW-- | select context from rowmill_task
            OW-- | select * from rowmill_task
            OW-- | select t from rowmill_task t
            OW-- | select id from rowmill_task where details ? 'secret'
            OW-- | select id from rowmill_task for update skip locked
            OWE- | insert into rowmill_task (type, details) values ('b', '{}')
            OWE- | insert into rowmill_task (type, details) values ('b', '{}') returning id
            OWE- | insert into rowmill_task (type, unique_key) values ('a', 'k') on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing') do nothing
            OWE- | insert into rowmill_task (queue, type, details, priority, run_at, max_attempts, timeout, unique_key, source, tags, context) values ('q', 'b', '{}', 1, now(), 2, '1 s', 'u', 's', '{t}', '{}')
            OW-- | insert into rowmill_task (type, details) values ('b', '{}') returning details
            OW-- | insert into rowmill_task (type, version) values ('b', 7)
            OW-- | insert into rowmill_task (type, status, finished) values ('b', 'completed', now())
            OW-- | insert into rowmill_task (type, error) values ('b', 'e')
            OW-- | insert into rowmill_task (id, type) overriding system value values (-1, 'b')
            OW-- | insert into rowmill_task (type, unique_key) values ('a', 'k') on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing') do update set details = '{}'
            OW-- | update rowmill_task set version = version + 1
            OW-- | update rowmill_task set details = '{}'
            OW-- | delete from rowmill_task
            OW-- | lock table rowmill_task in access exclusive mode
            O--- | truncate rowmill_task cascade
            O--- | truncate rowmill_attempt
            OW-V | select task, number, operator, started, finished, error from rowmill_attempt
            OW-- | select stack_trace from rowmill_attempt
            OW-- | insert into rowmill_attempt (task, number, operator, finished, error) select id, 2, 'o', now(), 'e' from rowmill_task
            OW-- | update rowmill_attempt set error = 'other'
            O--- | delete from rowmill_attempt
            OW-- | insert into rowmill_log (task, attempt, lines) select id, 1, 'l' from rowmill_task on conflict (task, attempt) do update set lines = excluded.lines
            OW-- | select lines from rowmill_log
            OW-- | delete from rowmill_log
            OW-V | select schedule, tick from rowmill_task
            OW-- | insert into rowmill_task (type, schedule, tick) values ('b', 's', now())
            OW-V | select name, cron, next_run, error from rowmill_schedule
            OW-- | select details from rowmill_schedule
            OW-- | insert into rowmill_schedule (name, type, cron) values ('s', 'b', '@daily')
            OW-- | update rowmill_schedule set paused = true
            OW-- | update rowmill_schedule set cron = '@daily'
            OW-- | delete from rowmill_schedule
            O--- | truncate rowmill_schedule
            OW-V | select name, paused, concurrency, held from rowmill_queue
            OW-- | insert into rowmill_queue (name, paused) values ('r', true) on conflict (name) do update set paused = true
            OW-- | select paused from rowmill_queue where name = 'q' for no key update skip locked
            OW-- | delete from rowmill_queue
            OW-- | select actor, action from rowmill_audit
            OW-- | select rowmill_audit_add('a', null, 'cancel', 'task', '1', null, null)
            OW-- | select rowmill_audit_trim('1 second')
            O--- | insert into rowmill_audit (actor, action, kind, name) values ('a', 'cancel', 'task', '1')
            O--- | update rowmill_audit set actor = 'another'
            O--- | delete from rowmill_audit
            O--- | truncate rowmill_audit
            OW-- | insert into rowmill_session (digest, name, password, expires) values ('', 'a', '', now())
            OW-- | select name from rowmill_session
            OW-V | select signature, count from rowmill_failure
            OW-- | insert into rowmill_failure (signature, queue, type, exception, frame, message, count, sample) values ('s', 'q', 't', 'e', '', '', 1, 1)
            OW-- | update rowmill_failure set count = 2
            OW-- | delete from rowmill_failure
            OW-V | select id, status, done from rowmill_job
            OW-- | insert into rowmill_job (action, query, asked_by) values ('retry', 'status:dead', 'a')
            OW-- | update rowmill_job set done = 1
            OW-- | insert into rowmill_job_task (job, task) select id, 1 from rowmill_job
            OW-- | delete from rowmill_job_task
            OW-- | delete from rowmill_job
            O--- | update rowmill_session set name = 'another'
            OW-V | select name, beat, in_hand from rowmill_operator
            OW-- | insert into rowmill_operator (name, host, application, version, draining, workers, in_hand, running, types) values ('n', 'h', 'a', '1', false, 1, 0, 0, '{}')
            OW-- | update rowmill_operator set beat = now()
            OW-- | delete from rowmill_operator
            O--- | truncate rowmill_operator
            OW-V | select start, queue, completed from rowmill_series
            OW-- | insert into rowmill_series values (1, now(), 'q', 't', 1, 0, 0, 0, '{}', '{}')
            OW-- | update rowmill_series set completed = 1
            OW-- | delete from rowmill_series
            OW-- | insert into rowmill_series_node (name, batch) values (gen_random_uuid(), 1)
            OW-- | update rowmill_series_node set batch = 2
            OW-- | delete from rowmill_series_node
            OW-V | select name, saved_by from rowmill_view
            OW-- | select query from rowmill_view
            OW-- | select query from rowmill_job
            OW-- | insert into rowmill_view (name, query, saved_by) values ('n', 'status:dead', 'a')
            OW-- | update rowmill_view set query = 'status:queued'
            OW-- | delete from rowmill_view
            OWEV | select topic, type, queue, max_attempts from rowmill_subscription
            OW-V | select declared_by, pinned, handled from rowmill_subscription
            OW-- | insert into rowmill_subscription (topic, type) values ('t', 'b')
            OW-- | update rowmill_subscription set queue = 'q'
            OW-- | delete from rowmill_subscription
            OWE- | select rowmill_publish('t', '{}')
            OWE- | select rowmill_publish('t', '{}', 'k')
            OW-V | select flow, watched, awaits, signalled, progress, progress_note from rowmill_task
            OW-- | select result from rowmill_task
            OW-- | insert into rowmill_task (type, watched) values ('b', true)
            OW-V | select id, name, finished from rowmill_flow
            OW-V | select flow, part, state from rowmill_part
            OW-V | select flow, part, task from rowmill_part_task
            OW-- | insert into rowmill_flow (name) values ('f')
            OW-- | update rowmill_flow set finished = now()
            OW-- | delete from rowmill_flow
            OW-- | insert into rowmill_part (flow, part, name) select id, 1, 'p' from rowmill_flow
            OW-- | update rowmill_part set seen = 1
            OW-V | select task, name, kind, turn, flow, until, begun, done from rowmill_step
            OW-- | select result from rowmill_step
            OW-- | insert into rowmill_step (task, name, done) values (1, 's', now())
            OW-- | update rowmill_step set done = now()
            OW-- | delete from rowmill_step
            OW-V | select id, task, name, sent, marked from rowmill_signal
            OW-- | select payload from rowmill_signal
            OW-- | insert into rowmill_signal (task, name, payload) values (1, 's', '1')
            OWE- | select rowmill_send_signal(1, 's')
            OWE- | select rowmill_send_signal_to_key('a', 'k', 's', '7')
            OW-- | update rowmill_signal set marked = true
            OW-- | delete from rowmill_signal
            OW-- | insert into rowmill_part_task (flow, part, task) values (1, 1, 1)
            O--- | update rowmill_part_task set task = 2
            OW-- | delete from rowmill_part_task
            OW-- | select version from rowmill_schema_history
            O--- | insert into rowmill_schema_history select * from rowmill_schema_history where false
            O--- | update rowmill_schema_history set success = false
            O--- | delete from rowmill_schema_history
            O--- | select nextval('rowmill_task_id_seq')
            O--- | select setval('rowmill_task_id_seq', 1)
            O--- | create table another (id int)
            O--- | create table copied as select id from rowmill_task
            O--- | create view v as select id from rowmill_task
            O--- | create function f() returns int language sql return 1
            O--- | create index on rowmill_task (type)
            O--- | create trigger t before insert on rowmill_task execute function suppress_redundant_updates_trigger()
            O--- | create policy p on rowmill_task
            O--- | alter table rowmill_task add column extra int
            O--- | alter table rowmill_task alter column id restart with 1
            O--- | alter table rowmill_task disable trigger user
            O--- | alter table rowmill_task rename to other
            O--- | comment on table rowmill_task is 'mine'
            O--- | drop table rowmill_attempt
            O--- | drop index rowmill_task_due
            O--- | set role rowmill_owner
            ---- | create role another
            ---- | create schema another
            ---- | copy rowmill_task to program 'true'
            """)
    void aRoleMayRunOnlyItsOwnStatements(String who, String sql) throws SQLException {
        for (int i = 0; i < LOGINS.size(); i++) {
            boolean may = i < who.length() && who.charAt(i) != '-';

            assertThat(attempt(LOGINS.get(i), sql))
                    .as("%s: %s", LOGINS.get(i), sql)
                    .isEqualTo(may ? "" : DENIED);
        }
    }

    @Test
    void deletingATaskAsAWorkerDeletesItsAttempts() throws SQLException {
        try (Connection connection = begin(RoleDatabase.WORKER);
                Statement statement = connection.createStatement()) {
            statement.execute("delete from rowmill_task");
            var left = statement.executeQuery("select count(*) from rowmill_attempt");
            left.next();

            assertThat(left.getInt(1)).isZero();
            connection.rollback();
        }
    }

    @Test
    void anEnqueuerMayCopyTasksInAndAViewerNoPayloadsOut() throws SQLException, IOException {
        try (Connection enqueuer = begin("login_enqueuer");
                Connection viewer = begin("login_viewer")) {
            var in = enqueuer.unwrap(PGConnection.class).getCopyAPI();
            var out = viewer.unwrap(PGConnection.class).getCopyAPI();

            assertThat(in.copyIn("copy rowmill_task (type, details) from stdin", new StringReader("b\t{}\n")))
                    .isEqualTo(1);
            assertThatThrownBy(() -> out.copyOut("copy rowmill_task (details) to stdout"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(DENIED));
            enqueuer.rollback();
        }
    }

    @Test
    void aViewerMayRunTheQueryOfTheScaler() throws SQLException {
        JsonNode scaler = Yaml.documents(Path.of("deploy/keda/scaler.yaml")).get(1);
        String query = scaler.at("/spec/triggers/0/metadata/query").asText();

        assertThat(query).contains("rowmill_task");
        assertThat(attempt("login_viewer", query)).isEmpty();
    }

    @Test
    void aWorkerCannotGrantItsRights() {
        database.execute(RoleDatabase.WORKER, "grant all on rowmill_task to " + RoleDatabase.STRANGER);

        assertThat(database.text("select has_any_column_privilege('login_stranger', 'rowmill_task', 'select')"))
                .isEqualTo("f");
    }

    @Test
    void theRolesHaveNoLoginAndNoSystemRights() {
        assertThat(
                        database.text(
                                "select count(*) from pg_roles where rolname like 'rowmill\\_%' and not (rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)"))
                .isEqualTo("4");
    }

    private static String attempt(String login, String sql) throws SQLException {
        try (Connection connection = begin(login);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            connection.rollback();
            return "";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    private static Connection begin(String login) throws SQLException {
        Connection connection = database.connect(login);
        connection.setAutoCommit(false);
        return connection;
    }
}
