package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.embedded.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two installations in one database, in the schemas {@code a} and {@code b}. A write to one of them, with any search
 * path, does not change the other one.
 */
class TwoInstallationsTest {

    private static final String DATABASE = "two_installations";
    private static final List<String> SCHEMAS = List.of("a", "b");

    @BeforeAll
    static void create() throws SQLException {
        execute(TestServer.url(), "drop database if exists " + DATABASE + " with (force)");
        execute(TestServer.url(), "create database " + DATABASE);
        for (String schema : SCHEMAS) {
            execute(url("public"), "create schema " + schema);
            Flyway.configure()
                    .dataSource(url(schema), null, null)
                    .resourceProvider(new MigrationFiles())
                    .table("rowmill_schema_history")
                    .load()
                    .migrate();
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        for (String schema : SCHEMAS) {
            execute(url(schema), """
                    truncate rowmill_queue, rowmill_lane, rowmill_task, rowmill_audit cascade;
                    insert into rowmill_queue (name, ordered) values ('q', true);
                    insert into rowmill_lane (queue, key, look_at) values ('q', 'k', 'infinity');
                    insert into rowmill_task (queue, type, key, status) values ('q', 'noop', 'k', 'waiting')
                    """);
        }
    }

    private static String url(String searchPath) {
        return TestServer.url().replace("/postgres?", "/" + DATABASE + "?") + "&currentSchema=" + searchPath;
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> texts(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }

    /** Returns the task's status, and whether its lane is never looked at. */
    private static List<String> state(String schema) throws SQLException {
        return texts(
                url(schema),
                "select status from rowmill_task union all select cast(look_at = 'infinity' as text) from rowmill_lane");
    }

    @ParameterizedTest
    @ValueSource(strings = {"public", "a", "b"})
    void aChangedRuleWakesOnlyKeysOfItsInstallation(String searchPath) throws SQLException {
        execute(url(searchPath), "update b.rowmill_queue set ordered = false");

        assertThat(state("b")).containsExactly("waiting", "false");
        assertThat(state("a")).containsExactly("waiting", "true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"public", "a", "b"})
    void aDeletedRuleFreesOnlyTasksOfItsInstallation(String searchPath) throws SQLException {
        execute(url(searchPath), "delete from b.rowmill_queue");

        assertThat(state("b")).containsExactly("queued");
        assertThat(state("a")).containsExactly("waiting", "true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"public", "a", "b"})
    void aClaimBySqlObeysTheRulesOfItsInstallation(String searchPath) throws SQLException {
        execute(url("a"), "delete from rowmill_queue");
        execute(url("b"), "update rowmill_task set status = 'queued'");
        String claim = """
                update %s.rowmill_task
                   set status = 'executing', operator_id = 'o', started = now(), expiry = now()
                returning id
                """;

        assertThat(texts(url(searchPath), claim.formatted("b"))).isEmpty();
        assertThat(texts(url(searchPath), claim.formatted("a"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"public", "a", "b"})
    void anAuditFunctionWritesToItsOwnSchema(String searchPath) throws SQLException {
        execute(url(searchPath), "select b.rowmill_audit_add('me', null, 'retry', 'task', '1', null, null)");

        assertThat(texts(url("b"), "select actor from rowmill_audit")).containsExactly("me");
        assertThat(texts(url("a"), "select actor from rowmill_audit")).isEmpty();
    }

    /** A trigger of such a table would run with the rights of the function's owner. */
    @Test
    void aTemporaryTableDoesNotReplaceTheAudit() throws SQLException {
        execute(url("b"), """
                create temporary table rowmill_audit (like rowmill_audit including all);
                select rowmill_audit_add('me', null, 'retry', 'task', '1', null, null)
                """);

        assertThat(texts(url("b"), "select actor from rowmill_audit")).containsExactly("me");
    }

    @Test
    void aSchemaMayBeRenamed() throws SQLException {
        execute(url("public"), "alter schema b rename to c");
        try {
            execute(url("c"), """
                    update rowmill_queue set ordered = false;
                    select rowmill_audit_add('me', null, 'retry', 'task', '1', null, null);
                    delete from rowmill_queue;
                    update rowmill_task set version = 0
                    """);

            assertThat(texts(
                            url("c"),
                            "select status from rowmill_claim_new(array(select id from rowmill_task), 'q', 'o', 30)"))
                    .containsExactly("executing");
            assertThat(state("a")).containsExactly("waiting", "true");
        } finally {
            execute(url("public"), "alter schema c rename to b");
        }
    }

    @Test
    void everyTableAndColumnHasAComment() throws SQLException {
        assertThat(texts(url("a"), """
                        select concat_ws('.', c.relname, a.attname)
                          from pg_class c
                          left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                         where c.relnamespace = 'a'::regnamespace
                           and c.relkind = 'r'
                           and c.relname <> 'rowmill_schema_history'
                           and (obj_description(c.oid, 'pg_class') is null or col_description(c.oid, a.attnum) is null)
                        """)).isEmpty();
    }

    /**
     * The exceptions are functions that a node calls. The search path finds them, as it finds the tables of the node.
     */
    @Test
    void noFunctionLeavesItsTablesToTheSearchPath() throws SQLException {
        assertThat(texts(url("a"), """
                        select distinct p.proname
                          from pg_proc p
                         where p.pronamespace = 'a'::regnamespace
                           and p.prosqlbody is null
                           and p.prosrc ~* '\\m(from|into|update|join)\\s+rowmill_'
                           and p.proname !~ '^rowmill_(flow|part|task_watch|look|retry_state|step_wait|signal_mark)'
                        """)).containsExactly("rowmill_claim_new");
    }

    @Test
    void aFunctionWithOwnerRightsSetsItsSearchPath() throws SQLException {
        assertThat(texts(url("a"), """
                        select p.proconfig[1]
                          from pg_proc p
                         where p.pronamespace = 'a'::regnamespace
                           and p.prosecdef
                        """))
                .hasSize(4)
                .allMatch(path -> path.startsWith("search_path=a") && path.endsWith("pg_temp"));
    }
}
