package io.github.rowmill.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks the functions that run with the rights of the tables' owner. Their callers must not be able to use these
 * rights for anything else.
 */
class OwnersRightsTest {

    /** Functions that run with their owner's rights. */
    private static final String DEFINERS = """
            select p.oid, p.proname, p.prosqlbody is not null as is_bound, coalesce(array_to_string(p.proconfig, ';'), '') as config,
                   has_function_privilege('login_stranger', p.oid, 'execute') as is_for_everyone
              from pg_proc p
             where p.pronamespace = 'public'::regnamespace
               and p.prosecdef
             order by p.proname
            """;

    /**
     * Tables that these functions or foreign keys write to. A foreign key also writes with the rights of the table's
     * owner.
     */
    private static final String TOUCHED = """
            with recursive touched as (
                select d.refobjid as id
                  from pg_depend d
                  join pg_proc p on p.oid = d.objid
                  join pg_class t on t.oid = d.refobjid
                 where d.classid = 'pg_proc'::regclass
                   and d.refclassid = 'pg_class'::regclass
                   and p.prosecdef
                   and (p.prosqlbody is null
                        or pg_get_function_sqlbody(p.oid) ~* ('(insert into|update|delete from)( only)? ([a-z_]+[.])?' || t.relname || '\\M'))
                 union
                select c.conrelid
                  from pg_constraint c
                 where c.contype = 'f'
                   and (c.confdeltype not in ('a', 'r') or c.confupdtype not in ('a', 'r')))
            """;

    private static final String TRIGGERS = TOUCHED + """
            select g.tgrelid::regclass || ': ' || g.tgname
              from pg_trigger g
              join touched on touched.id = g.tgrelid
              join pg_proc p on p.oid = g.tgfoid
             where not g.tgisinternal
               and not coalesce(array_to_string(p.proconfig, ';'), '') ~ '(^|;)search_path=[^;]*pg_temp"?(;|$)'
            """;

    /**
     * A temporary table that hides Rowmill's own one in the session that made it. Its trigger runs on each write to
     * it.
     */
    private static final String TRAP = """
            create temporary table rowmill_audit (
                id bigint generated always as identity, at timestamptz default clock_timestamp(),
                actor text, address text, action text, kind text, name text, before jsonb, after jsonb);
            grant all on pg_temp.rowmill_audit to public;
            insert into pg_temp.rowmill_audit (at, actor) values (now() - interval '1 year', 'bait');
            create function pg_temp.spring() returns trigger language plpgsql as $$
            begin
                delete from public.rowmill_audit;
                create table public.stolen as select current_user as by;
                return coalesce(new, old);
            end $$;
            create trigger spring before insert or delete on pg_temp.rowmill_audit for each row execute function pg_temp.spring();
            set search_path = pg_temp, public;
            """;

    private static final List<String> CALLS = List.of(
            "select rowmill_audit_add('a', null, 'cancel', 'task', '1', null, null)",
            "select rowmill_audit_trim('1 second')");

    private RoleDatabase database;

    /** A function whose body is text. At each call, it uses the first table of that name in the search path. */
    private static final String LATE = """
            create or replace function rowmill_audit_add(
                actor text, address text, action text, kind text, name text, before jsonb, after jsonb)
            returns bigint language sql security definer set search_path from current as $$
                insert into rowmill_audit (actor, address, action, kind, name, before, after)
                values ($1, $2, $3, $4, $5, $6, $7)
                returning id
            $$
            """;

    @BeforeEach
    void create() {
        database = RoleDatabase.fresh("owners_rights");
        database.execute(
                RoleDatabase.OWNER,
                "insert into rowmill_audit (actor, action, kind, name) values ('anna', 'cancel', 'task', '7')");
    }

    @Test
    void eachFunctionHasASearchPathAndNoPublicRight() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = database.connect(RoleDatabase.SUPERUSER);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(DEFINERS)) {
            while (rows.next()) {
                String name = rows.getString("proname");
                found.add(name);
                assertThat(rows.getString("config")).as(name).matches("search_path=.+, pg_temp");
                assertThat(rows.getBoolean("is_bound")).as(name).isTrue();
                assertThat(rows.getBoolean("is_for_everyone")).as(name).isFalse();
            }
        }

        assertThat(found)
                .contains(
                        "rowmill_audit_add", "rowmill_audit_trim", "rowmill_send_signal", "rowmill_send_signal_to_key");
    }

    @Test
    void noTriggerUsesTheSearchPathOfItsCaller() throws SQLException {
        assertThat(all(TOUCHED + "select id::regclass::text from touched"))
                .contains("rowmill_audit", "rowmill_attempt", "rowmill_signal");
        assertThat(all(TRIGGERS)).isEmpty();

        database.execute(
                RoleDatabase.OWNER,
                "create trigger looks before delete on rowmill_attempt for each row execute function rowmill_task_admitted()");
        assertThat(all(TRIGGERS)).containsExactly("rowmill_attempt: looks");
    }

    @Test
    void aTemporaryTableGivesAWorkerNoOwnerRights() throws SQLException {
        for (String call : CALLS) {
            assertThat(attack(call)).as(call).isEqualTo("");
        }

        assertThat(database.text("select to_regclass('public.stolen')")).isNull();
        assertThat(database.text("select count(*) from rowmill_audit where actor = 'anna'"))
                .isEqualTo("1");
    }

    /** In a comparison, a month has 30 days. Added to a moment, it has as many days as in the calendar. */
    @ParameterizedTest
    @ValueSource(strings = {"-1000 months 30008 days", "-100 years", "0", "1000 months -30000 days"})
    void noTrimIntervalDeletesAuditEntriesOfTheLastWeek(String keep) throws SQLException {
        database.execute(
                RoleDatabase.SUPERUSER,
                "update rowmill_audit set at = now() - interval '6 days 23 hours' where actor = 'anna'");
        try (Connection worker = database.connect(RoleDatabase.WORKER);
                Statement statement = worker.createStatement()) {
            statement.execute("select rowmill_audit_trim(interval '%s')".formatted(keep));
        }

        assertThat(database.text("select count(*) from rowmill_audit where actor = 'anna'"))
                .isEqualTo("1");
    }

    /** A function whose parameters fit better is used instead of the server's own one, with any search path. */
    @Test
    void functionsOfAnEnqueuerDoNotSwitchOffTheBounds() throws SQLException {
        database.execute(RoleDatabase.SUPERUSER, "create schema login_enqueuer authorization login_enqueuer");
        try (Connection enqueuer = database.connect("login_enqueuer");
                Statement statement = enqueuer.createStatement()) {
            statement.execute("""
                    create function login_enqueuer.num_nonnulls(
                        timestamptz, timestamptz, timestamptz, varchar, text, interval, text, text, jsonb)
                    returns int language sql as 'select 0';
                    create function login_enqueuer.num_nonnulls(
                        timestamptz, timestamptz, timestamptz, text, text, interval, text, text, jsonb)
                    returns int language sql as 'select 0';
                    create function login_enqueuer.never(numeric, int) returns boolean language sql as 'select false';
                    create operator login_enqueuer.<= (function = login_enqueuer.never, leftarg = numeric, rightarg = int)
                    """);

            assertThatThrownBy(() -> statement.execute(
                            "insert into rowmill_task (type, timeout) values ('noop', interval '-1 day')"))
                    .hasMessageContaining("rowmill_task_timeout");
        }
    }

    @Test
    void theAttackWorksOnFunctionsThatLookUpTheirTablesWhenCalled() throws SQLException {
        database.execute(RoleDatabase.OWNER, LATE);

        assertThat(attack(CALLS.get(0))).isEqualTo("");
        assertThat(database.text("select by from public.stolen")).isEqualTo("rowmill_owner");
        assertThat(database.text("select count(*) from rowmill_audit")).isEqualTo("0");
    }

    /** Returns the message with which the server refused the attack, or empty if it did not refuse it. */
    private String attack(String call) throws SQLException {
        try (Connection connection = database.connect(RoleDatabase.WORKER);
                Statement statement = connection.createStatement()) {
            statement.execute(TRAP);
            statement.execute(call);
            return "";
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private List<String> all(String sql) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = database.connect(RoleDatabase.SUPERUSER);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                all.add(rows.getString(1));
            }
        }
        return all;
    }
}
