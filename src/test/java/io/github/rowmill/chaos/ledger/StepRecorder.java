package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Sql;
import java.sql.SQLException;

/** Installs triggers of the harness for steps and signals. Every write of a step and every signal leaves a row. */
final class StepRecorder {

    // The lease is the version of the task. The snapshot shows which signals a wait has seen.
    private static final String STEPS = """
            create table ledger_step (
                seq       bigint generated always as identity,
                task      bigint not null,
                name      text not null,
                kind      text not null,
                op        text not null,
                is_over   boolean not null,
                has_value boolean not null,
                lease     bigint,
                xid       xid8 not null default pg_current_xact_id(),
                snapshot  pg_snapshot not null default pg_current_snapshot()
            );
            create function ledger_step() returns trigger language plpgsql as $$
            begin
                insert into ledger_step (task, name, kind, op, is_over, has_value, lease)
                select coalesce(new.task, old.task), coalesce(new.name, old.name), coalesce(new.kind, old.kind),
                       lower(tg_op), new.done is not null, new.result is not null,
                       (select t.version from rowmill_task t where t.id = coalesce(new.task, old.task));
                return null;
            end
            $$;
            create trigger ledger_step after insert or update or delete on rowmill_step
               for each row execute function ledger_step();
            create table ledger_signal (
                id   bigint not null,
                task bigint not null,
                slip bigint not null,
                at   timestamptz not null default clock_timestamp(),
                xid  xid8 not null default pg_current_xact_id()
            );
            create index on ledger_signal (task);
            create function ledger_signal() returns trigger language plpgsql as $$
            begin
                insert into ledger_signal (id, task, slip)
                values (new.id, new.task, (new.payload ->> 'slip')::bigint);
                return null;
            end
            $$;
            create trigger ledger_signal after insert on rowmill_signal
               for each row when (new.name = 'returned') execute function ledger_signal();
            """;

    private StepRecorder() {}

    static void install(Sql sql) throws SQLException {
        sql.execute(STEPS);
    }
}
