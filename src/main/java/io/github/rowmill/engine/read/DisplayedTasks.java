package io.github.rowmill.engine.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.Page;
import io.github.rowmill.engine.store.end.UnrunnableRow;
import io.github.rowmill.task.Task;
import java.util.List;
import org.hibernate.query.QueryProducer;

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

    // The entity's own mapping is not used, because it reads payloads of any size. The payload of a row that was
    // set aside may even be unreadable. Texts and tags exceed the table's bounds only if the bounds are missing.
    private static final String SHOWN = """
            with shown as (
            select t.id, t.queue, t.type, t.status, t.priority, t.run_at, t.expiry, t.attempts,
                   t.max_attempts, t.crashes, t.version, t.created, t.last_updated, t.started, t.finished,
                   t.schedule, t.tick, t.key, t.unique_while_queued, t.expires_at, t.awaits,
                   t.progress, t.progress_note,
                   left(t.operator_id, 1000) as operator_id,
                   left(t.unique_key, 500) as unique_key,
                   left(t.source, 200) as source,
                   left(t.error, 16384) as error,
                   cast(extract(epoch from t.timeout) as float8) as timeout,
                   cast(extract(epoch from t.unique_for) as float8) as unique_for,
                   case when pg_column_size(t.tags) > 65536 then cast('{}' as text[])
                        when array_ndims(t.tags) > 1 then array(select unnest(t.tags))
                        else t.tags end as tags,
                   case when t.error like :aside || '%'
                          or pg_column_size(t.details) > :most
                          or (pg_column_compression(t.details) is not null
                              and octet_length(cast(t.details as text)) > :most) then null
                        else cast(t.details as text) end as details,
                   case when t.error like :aside || '%'
                          or pg_column_size(t.context) > :most
                          or (pg_column_compression(t.context) is not null
                              and octet_length(cast(t.context as text)) > :most) then null
                        else cast(t.context as text) end as context
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
    List<Task> many(QueryProducer session, List<Long> ids, long most) {
        return read(session, ids, Math.min(most, mostOfMany));
    }

    List<Task> one(QueryProducer session, long id) {
        return read(session, List.of(id), mostOfOne);
    }

    private static List<Task> read(QueryProducer session, List<Long> ids, long most) {
        return ids.isEmpty()
                ? List.of()
                : session.createNativeQuery(SHOWN, Task.class)
                        .setParameter("ids", ids)
                        .setParameter("most", most)
                        .setParameter("all", Page.MAX_BYTES)
                        .setParameter("aside", UnrunnableRow.SIGN)
                        .setReadOnly(true)
                        .getResultList();
    }
}
