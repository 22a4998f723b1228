package io.github.rowmill.machine;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the table as lines of text, by one round trip on a connection outside the engine. It also empties the table.
 */
final class TableView implements AutoCloseable {

    /** Replaces the error of an expired lease, because its text has the name of a node. */
    static final String EXPIRED = "expired";

    private static final String READ = """
            select t.id,
                   concat(t.status, ' ', t.queue, '/', t.type,
                          ' key ', coalesce(t.unique_key, '-'),
                          ' priority ', t.priority,
                          ' version ', t.version,
                          ' attempts ', t.attempts, '/', t.max_attempts,
                          ' crashes ', t.crashes,
                          ' due ', cast(ceil(extract(epoch from t.run_at - clock_timestamp()) / 60) as int),
                          ' lease ', coalesce(cast(cast(ceil(extract(epoch from t.expiry - clock_timestamp()) / 60) as int) as text), '-'),
                          ' started ', case when t.started is null then 'no' else 'yes' end,
                          ' expires ', coalesce(cast(cast(ceil(extract(epoch from t.expires_at - clock_timestamp()) / 60) as int) as text), '-'),
                          ' finished ', coalesce(cast(cast(floor(extract(epoch from clock_timestamp() - t.finished) / 60) as int) as text), '-'),
                          ' error ', coalesce(case when t.error like 'the lease of % expired:%' then 'expired' else t.error end, '-'),
                          ' failures [',
                          (select string_agg(a.number || '=' ||
                                             case when a.error like 'the lease of % expired:%' then 'expired' else a.error end,
                                             ',' order by a.number)
                             from rowmill_attempt a
                            where a.task = t.id),
                          '] awaits ', coalesce(case when t.status = 'queued' then t.awaits end, '-'),
                          ' signalled ', case when t.signalled then 'yes' else 'no' end,
                          ' steps [',
                          (select string_agg(concat(s.name, '=', s.kind, ' ', coalesce(cast(s.result as text), '-'), ' ',
                                                    coalesce(cast(cast(ceil(extract(epoch from s.until - clock_timestamp()) / 60) as int) as text), '-'),
                                                    case when s.done is not null then ' done' end),
                                             ',' order by s.name collate "C")
                             from rowmill_step s
                            where s.task = t.id),
                          '] signals [',
                          (select string_agg(concat(g.name, '=', g.payload, case when g.marked then ' marked' end), ',' order by g.id)
                             from rowmill_signal g
                            where g.task = t.id),
                          '] effects [',
                          (select string_agg(concat(e.name, '=', e.times), ',' order by e.name collate "C")
                             from (select m.name, count(*) as times from machine_effect m where m.task = t.id group by m.name) e),
                          ']')
              from rowmill_task t
             order by t.id
            """;

    private static final String CLEAR = """
            delete from rowmill_task;
            delete from rowmill_step;
            delete from rowmill_signal;
            delete from machine_effect;
            delete from machine_transition
            """;

    /** Truncates the tables, because deleted rows slow later statements until the files are new. */
    private static final String CLEAR_WELL = """
            truncate rowmill_task, rowmill_attempt, rowmill_step, rowmill_signal, machine_effect, machine_transition
            """;

    private static final int CLEARED_WELL_EVERY = 100;

    private final Connection connection;
    private final PreparedStatement read;
    private int cleared;

    TableView(Connection connection) throws SQLException {
        this.connection = connection;
        this.read = connection.prepareStatement(READ);
    }

    void clear() {
        try (var statement = connection.createStatement()) {
            statement.execute(cleared++ % CLEARED_WELL_EVERY == 0 ? CLEAR_WELL : CLEAR);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a line for each row, which begins with the number of its task. */
    List<String> rows(Names names) {
        try (ResultSet found = read.executeQuery()) {
            List<String> rows = new ArrayList<>();
            while (found.next()) {
                rows.add(names.number(found.getLong(1)) + ": " + found.getString(2));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        read.close();
        connection.close();
    }
}
