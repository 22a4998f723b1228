package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Sql;
import java.sql.SQLException;

/** Triggers of the harness: every transition of a task leaves a row, and effects take their time, so that faults meet them. */
public final class Recorder {

    private static final String TRANSITIONS = """
            create table ledger_transition (
                seq          bigint generated always as identity,
                task         bigint not null,
                type         text,
                unique_key   text,
                old_status   text,
                new_status   text,
                old_version  bigint,
                new_version  bigint,
                attempts     int,
                max_attempts int,
                crashes      int,
                old_operator text,
                new_operator text,
                at           timestamptz not null default clock_timestamp(),
                xid          xid8 not null default pg_current_xact_id()
            );
            create function ledger_note() returns trigger language plpgsql as $$
            begin
                insert into ledger_transition (task, type, unique_key, old_status, new_status, old_version, new_version,
                                               attempts, max_attempts, crashes, old_operator, new_operator)
                values (coalesce(new.id, old.id), coalesce(new.type, old.type), coalesce(new.unique_key, old.unique_key),
                        old.status, new.status, old.version, new.version,
                        new.attempts, new.max_attempts, new.crashes, old.operator_id, new.operator_id);
                return null;
            end
            $$;
            create trigger ledger_inserted after insert on rowmill_task
               for each row execute function ledger_note();
            create trigger ledger_updated after update on rowmill_task
               for each row when (old.status is distinct from new.status or old.version is distinct from new.version)
               execute function ledger_note();
            create trigger ledger_deleted after delete on rowmill_task
               for each row execute function ledger_note();
            """;

    /** Most effects take a fraction of a second; a few take longer than a lease. */
    private static final String SLOWNESS = """
            create function ledger_dawdle() returns trigger language plpgsql as $$
            begin
                perform pg_sleep(case when random() < %s then %s else random() * %s end);
                return new;
            end
            $$;
            create trigger ledger_slow before insert on sample_event
               for each row execute function ledger_dawdle();
            """;

    private static final double SHARE_OF_LONG_EFFECTS = 0.003;

    private Recorder() {}

    /** Starts to record, and slows effects to half of {@code usual} seconds on average, and a few to {@code longest}. */
    public static void install(Sql sql, double usual, double longest) throws SQLException {
        sql.execute(TRANSITIONS);
        sql.execute(SLOWNESS.formatted(SHARE_OF_LONG_EFFECTS, longest, usual));
    }

    /** Makes all effects take no time from now on. */
    public static void hurry(Sql sql) throws SQLException {
        sql.execute("drop trigger ledger_slow on sample_event");
    }
}
