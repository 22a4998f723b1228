package io.github.rowmill.roles;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the script of roles again, and checks the tables that it covers. */
class RolesScriptTest {

    private static final String RIGHTS = """
            select string_agg(concat_ws(' ', c.relname, c.relowner::regrole, c.relacl, a.attname, a.attacl), '; '
                              order by c.relname, a.attnum)
              from pg_class c
              left join pg_attribute a
                on a.attrelid = c.oid
               and a.attacl is not null
             where c.relname like 'rowmill\\_%'
            """;

    private static RoleDatabase database;

    @BeforeAll
    static void create() {
        database = RoleDatabase.fresh("roles_script");
    }

    @Test
    void aSecondRunOfTheScriptChangesNothing() {
        String rights = database.text(RIGHTS);

        database.execute(RoleDatabase.OWNER, RoleDatabase.script());
        database.execute(RoleDatabase.SUPERUSER, RoleDatabase.script());

        assertThat(database.text(RIGHTS)).isEqualTo(rights).contains("rowmill_owner", "rowmill_worker=arwd");
    }

    @Test
    void aSecondRunOfTheScriptRevokesAdditionalRights() {
        String rights = database.text(RIGHTS);
        database.execute(
                RoleDatabase.SUPERUSER,
                "grant all on rowmill_task to public; grant select (details) on rowmill_task to rowmill_viewer");
        assertThat(database.text(RIGHTS)).isNotEqualTo(rights);

        database.execute(RoleDatabase.OWNER, RoleDatabase.script());

        assertThat(database.text(RIGHTS)).isEqualTo(rights);
    }

    @Test
    void tablesMadeBeforeTheRolesAreHandedToTheOwner() {
        database.execute(RoleDatabase.SUPERUSER, """
                alter table rowmill_task owner to postgres;
                alter table rowmill_attempt owner to postgres;
                alter table rowmill_schema_history owner to postgres""");

        database.execute(RoleDatabase.SUPERUSER, RoleDatabase.script());

        assertThat(
                        database.text(
                                "select string_agg(distinct relowner::regrole::text, ' ') from pg_class where relname like 'rowmill\\_%' and relkind in ('r', 'S')"))
                .isEqualTo("rowmill_owner");
    }

    @Test
    void aWorkerMayReadEveryTable() {
        assertThat(
                        database.text(
                                "select string_agg(relname, ' ' order by relname) from pg_class where relname like 'rowmill\\_%' and relkind = 'r' and not has_table_privilege('rowmill_worker', oid, 'select')"))
                .isNull();
    }

    @Test
    void aViewerSeesAllColumnsButPayloadResultContextAndTrace() {
        assertThat(database.text("""
                        select string_agg(c.relname || '.' || a.attname, ' ' order by c.relname, a.attnum)
                          from pg_attribute a
                          join pg_class c
                            on c.oid = a.attrelid
                         where c.relname in ('rowmill_task', 'rowmill_attempt')
                           and a.attnum > 0
                           and not a.attisdropped
                           and not has_column_privilege('rowmill_viewer', c.oid, a.attnum, 'select')
                        """))
                .isEqualTo("rowmill_attempt.stack_trace rowmill_task.details rowmill_task.context rowmill_task.result");
    }
}
