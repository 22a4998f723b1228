package io.github.rowmill.feature.beat;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.ReadDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Reads the remote workers that hold tasks, from the rows of these tasks. */
@ApplicationScoped
public class RemoteHolders {

    /** Largest number of executing tasks that are read, of all nodes and workers together. */
    private static final int MAX_HELD = 20_000;

    private static final int MAX_WORKERS = 200;

    private final ReadDatabase database;

    RemoteHolders(ReadDatabase database) {
        this.database = database;
    }

    // Read along the index of leases, as the tasks of nodes are.
    private static final String HOLDERS = """
            select e.operator_id, count(*) as holds, (array_agg(distinct e.type))[1:100] as types, min(e.started) as since
              from (select t.operator_id, t.type, t.started
                      from rowmill_task t
                     where t.status = 'executing'
                     order by t.expiry
                     limit ?) e
             where e.operator_id like 'remote:%'
               and e.started is not null
             group by e.operator_id
             order by e.operator_id
             limit ?
            """;

    /** Returns the workers by name, at most 200. */
    public List<RemoteHolder> all() {
        return database.snapshot(sql -> sql.all(
                HOLDERS,
                row -> new RemoteHolder(
                        row.getString("operator_id"),
                        row.getInt("holds"),
                        List.of((String[]) row.getArray("types").getArray()),
                        Instants.read(row, "since")),
                MAX_HELD,
                MAX_WORKERS));
    }
}
