package io.github.rowmill.engine.store;

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

/** The order in which many rows are inserted: first those without a unique key, then the others by their keys. */
final class InsertOrder {

    /** Rows of one statement: enough to make the round trip cheap, few enough to keep its arrays small. */
    private static final int ROWS_PER_STATEMENT = 1000;

    private final List<NewRow> rows;
    private final List<Integer> order;
    private final List<Optional<Long>> ids;

    InsertOrder(List<NewRow> rows) {
        this.rows = rows;
        this.order = IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> rows.get(i).hasUniqueKey())
                        .thenComparing(i -> rows.get(i).hasUniqueKey()
                                ? rows.get(i).unique().type()
                                : "")
                        .thenComparing(i -> rows.get(i).unique().value()))
                .toList();
        this.ids = new ArrayList<>(Collections.nCopies(rows.size(), Optional.empty()));
    }

    /** The rows of one statement, which have these positions among all rows. */
    record Slice(List<Integer> positions, List<NewRow> rows) {}

    /** An inserted row. */
    record Inserted(long id, String type, @Nullable String uniqueKey) {

        static Inserted read(ResultSet row) throws SQLException {
            return new Inserted(row.getLong("id"), row.getString("type"), row.getString("unique_key"));
        }
    }

    /** Returns the rows of each statement. */
    List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (int from = 0; from < order.size(); from += ROWS_PER_STATEMENT) {
            List<Integer> some = order.subList(from, Math.min(from + ROWS_PER_STATEMENT, order.size()));
            slices.add(new Slice(some, some.stream().map(rows::get).toList()));
        }
        return slices;
    }

    /**
     * Stores the ids of the rows of one statement. All rows without a key are inserted, in this order. Rows with a key
     * are matched by it.
     */
    void inserted(Slice slice, List<Inserted> inserted) {
        List<Integer> positions = slice.positions();
        Map<NewRow.UniqueKey, Long> keyed = new HashMap<>();
        int keyless = 0;
        for (Inserted row : inserted) {
            String key = row.uniqueKey();
            if (key == null) {
                ids.set(positions.get(keyless++), Optional.of(row.id()));
            } else {
                keyed.put(new NewRow.UniqueKey(row.type(), key), row.id());
            }
        }
        for (int i : positions.subList(keyless, positions.size())) {
            ids.set(i, Optional.ofNullable(keyed.remove(rows.get(i).unique())));
        }
    }

    /** Returns the id of each row, in the order given; empty for a duplicate. */
    List<Optional<Long>> ids() {
        return ids;
    }
}
