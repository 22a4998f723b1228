package io.github.rowmill.feature.beat;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Seconds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of nodes. */
@ApplicationScoped
class HeartbeatRows {

    /** Time without a beat after which a node counts as lost: three beats, of which the last may be late. */
    static final Duration SILENCE = Duration.ofSeconds(30);

    /** Time for which a stopped or silent node is kept. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final EngineDatabase database;

    HeartbeatRows(EngineDatabase database) {
        this.database = database;
    }

    // A node waits only for the lock of its own row, and locks that row first. So two nodes that take each other
    // for lost cannot wait for each other. A node that was itself silent reports no other node as lost. That is
    // the case for all nodes while the database is unreachable.
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

    /**
     * Writes the beat of a node, also the first beat at its start.
     *
     * @return the nodes that this node is the first to find silent
     */
    List<TaskEvent.NodeLost> beat(HeartbeatRow beat, boolean isFirst) {
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

    /** Marks a node as stopped. */
    void stop(HeartbeatRow last) {
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

    /** Deletes nodes that have been stopped or silent for a week, and returns their number. */
    int trim() {
        return database.statement(sql -> sql.run(TRIM, Seconds.of(KEPT)));
    }
}
