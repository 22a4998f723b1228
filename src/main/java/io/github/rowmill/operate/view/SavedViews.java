package io.github.rowmill.operate.view;

import io.github.rowmill.config.Permission;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.operate.search.Query;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads, saves and deletes named searches. They are visible to all users who may view tasks. Users who may operate
 * can save and delete them.
 */
@Singleton
public class SavedViews {

    /** Most views, so that users still find one in the list. */
    public static final int MAX = 100;

    private final Access access;
    private final CurrentCaller caller;
    private final Audit audit;
    private final JoinedDatabase joined;
    private final ReadDatabase database;

    SavedViews(Access access, CurrentCaller caller, Audit audit, JoinedDatabase joined, ReadDatabase database) {
        this.access = access;
        this.caller = caller;
        this.audit = audit;
        this.joined = joined;
        this.database = database;
    }

    // A node's database role that got its rights before this table was created has none on it.
    // That node shows no views.
    private static final String MAY_READ = """
            select has_table_privilege('rowmill_view', 'select')
            """;

    private static final String ALL = """
            select v.name, v.query
              from rowmill_view v
             order by lower(v.name), v.name
             limit ?
            """;

    /**
     * Returns all views by name. Views that search payloads are left out if the caller may not see those payloads.
     */
    public List<SavedView> all() {
        access.requireSomewhere(Permission.VIEW);
        List<SavedView> all = database.snapshot(sql ->
                sql.first(MAY_READ, row -> row.getBoolean(1)).orElseThrow()
                        ? sql.all(ALL, row -> new SavedView(row.getString("name"), row.getString("query")), MAX)
                        : List.of());
        return access.may(Permission.VIEW_PAYLOAD, null, null)
                ? all
                : all.stream().filter(this::isSeen).toList();
    }

    private boolean isSeen(SavedView view) {
        return !Query.tellsOfPayloads(view.query())
                || Query.queue(view.query())
                        .filter(queue -> access.may(Permission.VIEW_PAYLOAD, queue, null))
                        .isPresent();
    }

    private static final String SAVE = """
            insert into rowmill_view (name, query, saved_by)
            select ?, ?, left(?, 200)
             where (select count(*) from rowmill_view where name <> ?) < ?
                on conflict (name) do update
               set query = excluded.query,
                   saved_by = excluded.saved_by,
                   created = now()
            """;

    /**
     * Saves a search under a name, and replaces an earlier search of that name.
     *
     * @return false if there are already as many views as permitted
     */
    @Transactional
    public boolean save(SavedView view) {
        access.requireSomewhere(Permission.OPERATE);
        String name = view.name();
        boolean isSaved = joined.statement(
                sql -> sql.run(SAVE, name, view.query(), caller.get().name(), name, MAX) == 1);
        if (isSaved) {
            audit.write(Action.SAVE, new Target(Target.VIEW, name), Map.of(), Map.of("query", view.query()));
        }
        return isSaved;
    }

    private static final String DELETE = """
            delete from rowmill_view where name = ? returning query
            """;

    /**
     * Deletes the view of a name.
     *
     * @return false if no view has this name
     */
    @Transactional
    public boolean delete(String name) {
        access.requireSomewhere(Permission.OPERATE);
        Optional<String> query = joined.statement(sql -> sql.first(DELETE, row -> row.getString("query"), name));
        query.ifPresent(
                text -> audit.write(Action.DELETE, new Target(Target.VIEW, name), Map.of("query", text), Map.of()));
        return query.isPresent();
    }
}
