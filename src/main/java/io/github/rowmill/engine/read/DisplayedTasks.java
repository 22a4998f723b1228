package io.github.rowmill.engine.read;

import static java.util.Map.entry;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.Page;
import io.github.rowmill.engine.store.end.UnrunnableRow;
import io.github.rowmill.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.SharedSessionContract;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.EntityMappingType;
import org.hibernate.metamodel.mapping.SelectableConsumer;

/**
 * Reads tasks for display. Payloads and contexts that are too large are null, and other texts are cut at the
 * table's bounds.
 */
final class DisplayedTasks {

    /** Bytes of a single task's payload that are shown, even if an application may only enqueue smaller ones. */
    private static final long MAX_OF_ONE = 1_048_576;

    private final long mostOfMany;
    private final long mostOfOne;

    DisplayedTasks(RowmillConfig config) {
        this.mostOfMany = config.payload().maxSize().asLongValue();
        this.mostOfOne = Math.max(MAX_OF_ONE, mostOfMany);
    }

    // The entity's own expressions are not used, because they read payloads of any size. The payload of a row that was
    // set aside may even be unreadable. Texts and tags exceed the table's bounds only if the bounds are missing.
    private static final Map<String, String> BOUNDED = Map.ofEntries(
            entry("operator_id", "left(t.operator_id, 1000)"),
            entry("unique_key", "left(t.unique_key, 500)"),
            entry("source", "left(t.source, 200)"),
            entry("error", "left(t.error, 16384)"),
            entry("timeout", "cast(extract(epoch from t.timeout) as float8)"),
            entry("unique_for", "cast(extract(epoch from t.unique_for) as float8)"),
            entry("tags", """
            case when pg_column_size(t.tags) > 65536 then cast('{}' as text[])
                 when array_ndims(t.tags) > 1 then array(select unnest(t.tags))
                 else t.tags end"""),
            entry("details", """
            case when t.error like :aside || '%'
                   or pg_column_size(t.details) > :most
                   or (pg_column_compression(t.details) is not null
                       and octet_length(cast(t.details as text)) > :most) then null
                 else cast(t.details as text) end"""),
            entry("context", """
            case when t.error like :aside || '%'
                   or pg_column_size(t.context) > :most
                   or (pg_column_compression(t.context) is not null
                       and octet_length(cast(t.context as text)) > :most) then null
                 else cast(t.context as text) end"""));

    private static final String WITH = """
            with shown as (
            select """ + " ";

    private static final String OF_THESE = """

              from rowmill_task t
             where t.id in (:ids)),
            sized as (
            select s.id,
                   sum(coalesce(octet_length(s.details), 0) + coalesce(octet_length(s.context), 0)
                       + coalesce(octet_length(s.error), 0) + pg_column_size(s.tags)) over newer as bytes
              from shown s
            window newer as (order by s.id desc rows between unbounded preceding and 1 preceding))
            select s.*
              from shown s
              join sized z on z.id = s.id
             where coalesce(z.bytes, 0) < :all
             order by s.id desc
            """;

    /**
     * Returns the tasks with these ids, the newest first, up to a limit of bytes.
     *
     * @param most the largest payload in bytes; a larger one is null
     */
    List<Task> many(SharedSessionContract session, List<Long> ids, long most) {
        return read(session, ids, Math.min(most, mostOfMany));
    }

    List<Task> one(SharedSessionContract session, long id) {
        return read(session, List.of(id), mostOfOne);
    }

    private static List<Task> read(SharedSessionContract session, List<Long> ids, long most) {
        return ids.isEmpty()
                ? List.of()
                : session.createNativeQuery(WITH + columns(session) + OF_THESE, Task.class)
                        .setParameter("ids", ids)
                        .setParameter("most", most)
                        .setParameter("all", Page.MAX_BYTES)
                        .setParameter("aside", UnrunnableRow.SIGN)
                        .setReadOnly(true)
                        .getResultList();
    }

    /** Returns all columns that the entity maps. */
    private static String columns(SharedSessionContract session) {
        EntityMappingType entity = session.getFactory()
                .unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(Task.class);
        List<String> columns = new ArrayList<>();
        SelectableConsumer selected = (i, column) -> columns.add(bounded(column.getSelectionExpression()));
        entity.getIdentifierMapping().forEachSelectable(selected);
        entity.forEachSelectable(selected);
        return String.join(", ", columns);
    }

    /** Returns the column of this name, which an application's configuration may have quoted. */
    private static String bounded(String name) {
        String column = name.replace("\"", "");
        return BOUNDED.getOrDefault(column, "t." + column) + " as " + column;
    }
}
