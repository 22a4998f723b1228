package io.github.rowmill.engine.beat;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.engine.store.sql.Instants;
import io.github.rowmill.engine.store.sql.Seconds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of nodes. */
@ApplicationScoped
class Beats {

    /** Three beats, the last of which may have been late. */
    static final Duration SILENCE = Duration.ofSeconds(30);

    /** For how long nodes that are gone are remembered. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final EngineDatabase database;

    Beats(EngineDatabase database) {
        this.database = database;
    }

    // Its own row is the only one that a node waits for, and the first it locks: two that think each other lost cannot
    // wait
    // for each other. One that was silent itself, as all are while the database is away, tells nothing of the others.
    private static final String BEAT = """
            with mine as (
                insert into rowmill_operator as o (
                       name, host, application, version, draining, workers, in_hand, running, queues, types)
                values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as text[]), cast(? as text[]))
                    on conflict (name) do update
                   set (host, application, version, draining, workers, in_hand, running, queues, types)
                     = (excluded.host, excluded.application, excluded.version, excluded.draining, excluded.workers,
                        excluded.in_hand, excluded.running, excluded.queues, excluded.types),
                       started = case when ? then excluded.started else o.started end,
                       beat = excluded.beat,
                       stopped = null,
                       lost = null
                returning o.name),
            silent as materialized (
                select o.name
                  from rowmill_operator o
                 where (select count(*) from mine) = 1
                   and o.name <> ?
                   and o.stopped is null
                   and o.lost is null
                   and o.beat < now() - make_interval(secs => ?)
                   and exists (select from rowmill_operator me
                                where me.name = ? and me.beat >= now() - make_interval(secs => ?))
                 order by o.name
                   for no key update of o skip locked)
            update rowmill_operator o
               set lost = now()
              from silent
             where o.name = silent.name
            returning o.name, o.beat, o.in_hand
            """;

    /** Writes what a node says, at its start too, and returns the nodes that it is the first to find silent. */
    List<TaskEvent.NodeLost> beat(Beat beat, boolean isFirst) {
        double silence = Seconds.of(SILENCE);
        return database.statement(sql -> sql.all(
                BEAT,
                row -> new TaskEvent.NodeLost(row.getString("name"), Instants.read(row, "beat"), row.getInt("in_hand")),
                beat.name(),
                beat.host(),
                beat.application(),
                beat.version(),
                beat.draining(),
                beat.workers(),
                beat.inHand(),
                beat.running(),
                array(beat.queues()),
                array(beat.types()),
                isFirst,
                beat.name(),
                silence,
                beat.name(),
                silence));
    }

    private static String @Nullable [] array(@Nullable List<String> names) {
        return names == null ? null : names.toArray(String[]::new);
    }

    private static final String STOP = """
            update rowmill_operator
               set stopped = now(),
                   beat = now(),
                   in_hand = ?,
                   running = ?
             where name = ?
            """;

    /** Says that a node ends. */
    void stop(Beat last) {
        database.statement(sql -> sql.run(STOP, last.inHand(), last.running(), last.name()));
    }

    private static final String TRIM = """
            delete from rowmill_operator
             where name in (
                       select o.name
                         from rowmill_operator o
                        where coalesce(o.stopped, o.beat) < now() - make_interval(secs => ?)
                        order by o.name
                          for update of o skip locked)
            """;

    /** Forgets nodes that have been gone for a week; returns how many. */
    int trim() {
        return database.statement(sql -> sql.run(TRIM, Seconds.of(KEPT)));
    }
}
