package io.github.rowmill.engine.store.end;

import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.task.Lease;
import java.util.List;

/** The statements that record a success: one for a single task, and one for many. */
enum CompletionText {
    /** Completes tasks. */
    COMPLETE(CompletionText.COMPLETE_ONE, CompletionText.COMPLETE_ALL),
    /** Completes tasks whose handlers returned a result. */
    COMPLETE_WITH_RESULT(CompletionText.COMPLETE_ONE_WITH_RESULT, CompletionText.COMPLETE_ALL_WITH_RESULTS),
    /** Deletes tasks, because completed ones are not kept. */
    DELETE(CompletionText.DELETE_ONE, CompletionText.DELETE_ALL);

    static final String COMPLETE_ONE = """
            update rowmill_task
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   error = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = ?
               and version = ?
               and operator_id = ?
            """;

    static final String COMPLETE_ONE_WITH_RESULT = """
            update rowmill_task
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   error = null,
                   result = cast(? as jsonb),
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = ?
               and version = ?
               and operator_id = ?
            """;

    static final String DELETE_ONE = """
            delete from rowmill_task
             where id = ?
               and version = ?
               and operator_id = ?
            """;

    static final String DELETE_ALL = Leases.HELD_TO_DELETE + """
            delete from rowmill_task t
             where t.ctid = any(array(select ctid from held))
            returning t.id, t.version, t.watched
            """;

    // There is no condition on the status: it would make the planner scan the partial index of executing rows,
    // including its dead entries. The lease implies the status.
    static final String COMPLETE_ALL = Leases.HELD + """
            update rowmill_task t
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   error = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.ctid = any(array(select ctid from held))
            returning t.id, t.version - 1, t.watched
            """;

    static final String COMPLETE_ALL_WITH_RESULTS = """
            with verdict as materialized (
                select *
                  from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as text[])) as v (id, version, result)),
            held as materialized (
                select h.id, h.version
                  from (select id, version from verdict order by id) mine
                 cross join lateral (
                       select t.id, t.version
                         from rowmill_task t
                        where t.id = mine.id
                          and t.version = mine.version
                          and t.operator_id = ?
                          for no key update of t skip locked) h)
            update rowmill_task t
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   error = null,
                   result = cast(v.result as jsonb),
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = t.version + 1
              from verdict v
              join held
                on held.id = v.id
               and held.version = v.version
             where t.id = v.id
            returning t.id, t.version - 1, t.watched
            """;

    private final String one;
    private final String all;

    CompletionText(String one, String all) {
        this.one = one;
        this.all = all;
    }

    /** Returns the statement for a success. {@code kept} is whether completed tasks are kept. */
    static CompletionText of(Verdict.Completed verdict, boolean kept) {
        return switch (verdict.kind()) {
            case WITH_RESULT -> COMPLETE_WITH_RESULT;
            case KEPT -> COMPLETE;
            case PLAIN -> kept ? COMPLETE : DELETE;
        };
    }

    /** Returns the statement for one task. It may wait for the row, and has no {@code returning} yet. */
    String one() {
        return one;
    }

    /** Returns the statement for many tasks. It waits for no row. */
    String all() {
        return all;
    }

    /** Returns the parameters of {@link #one}. */
    Object[] parameters(Claimant holder, Verdict.Completed verdict) {
        Lease lease = verdict.lease();
        return this == COMPLETE_WITH_RESULT
                ? new Object[] {verdict.resultOrEmpty(), lease.id(), lease.version(), holder.name()}
                : new Object[] {lease.id(), lease.version(), holder.name()};
    }

    /** Returns the parameters of {@link #all}. */
    Object[] parameters(Claimant holder, List<Verdict.Completed> some) {
        List<Lease> leases = some.stream().map(Verdict.Completed::lease).toList();
        long[] ids = Leases.ids(leases);
        long[] versions = Leases.versions(leases);
        return this == COMPLETE_WITH_RESULT
                ? new Object[] {
                    ids,
                    versions,
                    some.stream().map(Verdict.Completed::resultOrEmpty).toArray(String[]::new),
                    holder.name()
                }
                : new Object[] {ids, versions, holder.name()};
    }
}
