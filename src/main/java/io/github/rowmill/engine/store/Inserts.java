package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Enqueues rows, in the caller's transaction if there is one. */
@ApplicationScoped
public class Inserts {

    /** Rows of one statement: enough to make the round trip cheap, few enough to keep its arrays small. */
    private static final int ROWS_PER_STATEMENT = 1000;

    private final JoinedDatabase joined;

    Inserts(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String UNLESS_TAKEN = """
                on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing')
                do nothing
            returning id, type, unique_key
            """;

    private static final String INSERT_ONE = NewColumns.INSERT_ONE + UNLESS_TAKEN;

    private static final String INSERT_ALL = NewColumns.INSERT_ALL + UNLESS_TAKEN;

    /**
     * Inserts rows; those whose unique key is taken are passed over. Keys are inserted in sorted order, so that two bulk
     * enqueues wait for each other but never in a circle.
     *
     * @return the id of each row, in the order given; empty for a duplicate
     */
    @Transactional
    public List<Optional<Long>> insert(List<NewRow> rows) {
        List<Integer> order = IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> !rows.get(i).isKeyless())
                        .thenComparing(i ->
                                rows.get(i).isKeyless() ? "" : rows.get(i).key().type())
                        .thenComparing(i -> rows.get(i).key().uniqueKey()))
                .toList();
        List<Optional<Long>> ids = new ArrayList<>(Collections.nCopies(rows.size(), Optional.empty()));
        for (int from = 0; from < order.size(); from += ROWS_PER_STATEMENT) {
            insertSome(rows, order.subList(from, Math.min(from + ROWS_PER_STATEMENT, order.size())), ids);
        }
        return ids;
    }

    /** Rows without a key come back in the order they went in, all of them; those with a key are told by it. */
    private void insertSome(List<NewRow> rows, List<Integer> order, List<Optional<Long>> ids) {
        List<NewRow> some = order.stream().map(rows::get).toList();
        List<Inserted> inserted = joined.statement(sql -> some.size() == 1
                ? sql.all(INSERT_ONE, Inserted::read, NewColumns.of(some.get(0)))
                : sql.all(INSERT_ALL, Inserted::read, NewColumns.of(some)));
        Map<NewRow.Key, Long> keyed = new HashMap<>();
        int keyless = 0;
        for (Inserted row : inserted) {
            String key = row.uniqueKey();
            if (key == null) {
                ids.set(order.get(keyless++), Optional.of(row.id()));
            } else {
                keyed.put(new NewRow.Key(row.type(), key), row.id());
            }
        }
        for (int i : order.subList(keyless, order.size())) {
            ids.set(i, Optional.ofNullable(keyed.remove(rows.get(i).key())));
        }
    }

    private record Inserted(long id, String type, @Nullable String uniqueKey) {

        static Inserted read(ResultSet row) throws SQLException {
            return new Inserted(row.getLong("id"), row.getString("type"), row.getString("unique_key"));
        }
    }

    private static final String UNDO = """
            delete from rowmill_task
             where id = any(?)
               and version = 0
            """;

    /** Takes back rows inserted in this transaction, which nobody else has seen. */
    @Transactional(TxType.MANDATORY)
    public void undo(List<Long> ids) {
        long[] undone = ids.stream().mapToLong(id -> id).toArray();
        joined.statement(sql -> sql.run(UNDO, undone));
    }
}
