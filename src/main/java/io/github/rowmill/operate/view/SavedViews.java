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
        return all.stream().filter(this::isSeen).toList();
    }

    private boolean isSeen(SavedView view) {
        return access.may(Permission.VIEW_PAYLOAD, null, null)
                || !Query.tellsOfPayloads(view.query())
                || Query.queue(view.query())
                        .filter(queue -> access.may(Permission.VIEW_PAYLOAD, queue, null))
                        .isPresent();
    }

    private static final String INSERT = """
            insert into rowmill_view (name, query, saved_by)
            select ?, ?, left(?, 200)
             where (select count(*) from rowmill_view) < ?
                on conflict (name) do nothing
            """;

    private static final String LOCK = """
            select v.query
              from rowmill_view v
             where v.name = ?
               for update
            """;

    private static final String REPLACE = """
            update rowmill_view
               set query = ?,
                   saved_by = left(?, 200),
                   created = now()
             where name = ?
            """;

    /**
     * Saves a search under a name, and replaces an earlier search of that name.
     *
     * @return false if there are already as many views as permitted
     * @throws io.github.rowmill.operate.access.DeniedException if the caller may not see the earlier search
     */
    @Transactional
    public boolean save(SavedView view) {
        access.requireSomewhere(Permission.OPERATE);
        String name = view.name();
        String user = caller.get().name();
        if (joined.statement(sql -> sql.run(INSERT, name, view.query(), user, MAX)) == 1) {
            record(Action.SAVE, name, Map.of(), Map.of("query", view.query()));
            return true;
        }
        Optional<String> earlier = seen(name);
        earlier.ifPresent(query -> {
            joined.statement(sql -> sql.run(REPLACE, view.query(), user, name));
            record(Action.SAVE, name, Map.of("query", query), Map.of("query", view.query()));
        });
        return earlier.isPresent();
    }

    /** Locks the view of a name, and returns its search if the caller may see it. */
    private Optional<String> seen(String name) {
        Optional<String> query = joined.statement(sql -> sql.first(LOCK, row -> row.getString("query"), name));
        query.filter(text -> !isSeen(new SavedView(name, text)))
                .ifPresent(text -> access.requireOf(
                        Permission.VIEW_PAYLOAD, Query.queue(text).orElse(null)));
        return query;
    }

    private void record(Action action, String name, Map<String, Object> before, Map<String, Object> after) {
        audit.write(action, new Target(Target.VIEW, name), before, after);
    }

    private static final String DELETE = """
            delete from rowmill_view where name = ?
            """;

    /**
     * Deletes the view of a name.
     *
     * @return false if no view has this name
     * @throws io.github.rowmill.operate.access.DeniedException if the caller may not see its search
     */
    @Transactional
    public boolean delete(String name) {
        access.requireSomewhere(Permission.OPERATE);
        Optional<String> query = seen(name);
        query.ifPresent(text -> {
            joined.statement(sql -> sql.run(DELETE, name));
            record(Action.DELETE, name, Map.of("query", text), Map.of());
        });
        return query.isPresent();
    }
}
