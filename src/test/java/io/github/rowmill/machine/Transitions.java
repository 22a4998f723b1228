package io.github.rowmill.machine;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A log of every write to every row, kept by a trigger for tests, and the invariants that it must satisfy. They are
 * checked in the database, without a model.
 */
@Singleton
class Transitions {

    private static final String INSTALL = """
            drop table if exists machine_transition;
            create table machine_transition (
                id           bigint generated always as identity,
                xact         xid8 not null default pg_current_xact_id(),
                verb         text not null,
                task         bigint not null,
                was          text,
                became       text,
                old_version  bigint,
                version      bigint,
                old_attempts int,
                attempts     int,
                max_attempts int,
                crashes      int,
                touched      boolean);
            create or replace function machine_note() returns trigger language plpgsql as $$
            begin
                insert into machine_transition (verb, task, was, became, old_version, version, old_attempts, attempts,
                                                max_attempts, crashes, touched)
                values (tg_op, coalesce(new.id, old.id), old.status, new.status, old.version, new.version,
                        old.attempts, new.attempts, new.max_attempts, new.crashes - old.crashes,
                        (old.run_at, old.unique_key) is distinct from (new.run_at, new.unique_key)
                            or (new.awaits is not null and coalesce(new.signalled, false)));
                -- This commit need not wait for the disk.
                perform set_config('synchronous_commit', 'off', true);
                return null;
            end $$;
            create or replace trigger machine_note after insert or update or delete on rowmill_task
               for each row execute function machine_note()
            """;

    private static final String REMOVE = """
            drop trigger if exists machine_note on rowmill_task;
            drop function if exists machine_note;
            drop table if exists machine_transition
            """;

    private static final String ENDED = "completed,dead,cancelled";

    private static final String VIOLATIONS = """
            with change as (
                select *
                  from machine_transition
                 where verb = 'UPDATE'),
            broken as (
                select 'the version did not rise by one' as rule, c.task
                  from change c
                 where c.version <> c.old_version + 1
                   and (c.version, c.became, c.attempts, c.crashes) is distinct from (c.old_version, c.was, c.old_attempts, 0)
                 union all
                select 'not a transition: ' || c.was || ' to ' || c.became, c.task
                  from change c
                 where (c.version <> c.old_version or c.was <> c.became)
                   and not c.was || '>' || c.became = any(string_to_array('%s', ','))
                   and not (c.was = 'queued' and c.became = 'queued' and c.touched and c.version = c.old_version + 1)
                 union all
                select 'two verdicts of one lease', c.task
                  from change c
                 where c.was = 'executing'
                   and c.version <> c.old_version
                 group by c.task, c.old_version
                having count(*) > 1
                 union all
                select 'a version came twice', c.task
                  from change c
                 where c.version <> c.old_version
                 group by c.task, c.version
                having count(*) > 1
                 union all
                select 'more attempts than allowed', m.task
                  from machine_transition m
                 where m.attempts > m.max_attempts
                 union all
                select 'attempts miscounted', c.task
                  from change c
                 where not case when c.was in ('queued', 'waiting') and c.became = 'executing' then c.attempts = c.old_attempts + 1
                                when c.was = 'executing' and c.became = 'queued' then c.attempts in (c.old_attempts, c.old_attempts - 1)
                                else c.attempts = c.old_attempts end
                 union all
                select 'deleted before its end', m.task
                  from machine_transition m
                 where m.verb = 'DELETE'
                   and not m.was = any(string_to_array('%s', ','))
                   and not exists (
                           select 1
                             from machine_transition i
                            where i.verb = 'INSERT'
                              and i.task = m.task
                              and i.xact = m.xact)
                 union all
                select 'two live tasks of one key: ' || t.unique_key, min(t.id)
                  from rowmill_task t
                 where t.unique_key is not null
                   and t.status in ('queued', 'waiting', 'executing')
                 group by t.type, t.unique_key
                having count(*) > 1)
            select string_agg(distinct rule, '; ')
              from broken
            """;

    private final Rows rows;
    private final String violations;

    /** Creates the rules. If completed tasks are not kept, their verdict may delete an executing task. */
    Transitions(Rows rows, RowmillConfig config) {
        this.rows = rows;
        boolean kept = !config.retention().completed().isZero();
        this.violations = VIOLATIONS.formatted(legal(), kept ? ENDED : ENDED + ",executing");
    }

    private static String legal() {
        return Arrays.stream(TaskStatus.values())
                .flatMap(from -> from.successors().stream().map(to -> from.column() + ">" + to.column()))
                .collect(Collectors.joining(","));
    }

    void install() {
        rows.asSuperuser(INSTALL);
    }

    void remove() {
        rows.asSuperuser(REMOVE);
    }

    /** Empties the table, and then the log. */
    void clear() {
        rows.clear();
        rows.execute("delete from machine_transition");
    }

    /** Returns the rules that were broken since the log was cleared, or null if there are none. */
    String violations() {
        return rows.text(violations);
    }
}
