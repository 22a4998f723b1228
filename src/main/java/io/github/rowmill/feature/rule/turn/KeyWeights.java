package io.github.rowmill.feature.rule.turn;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The number of tasks that each key starts in a turn: its weight in {@code rowmill_queue.key_weights}, or one. */
public record KeyWeights(Map<String, Integer> byKey) {

    /** Columns that {@link #read} reads, of a row {@code q}. */
    public static final String COLUMNS = """
            array(select w.key from jsonb_each(q.key_weights) w order by w.key) as weighted_keys,
            array(select cast(cast(w.value as numeric) as int) from jsonb_each(q.key_weights) w order by w.key) as weights_of_keys
            """;

    /** Value of the column {@code key_weights}. The parameters are an array of keys and one of weights. */
    public static final String WRITTEN = """
            (
                select coalesce(jsonb_object_agg(k.key, k.weight), '{}')
                  from unnest(cast(? as text[]), cast(? as int[])) as k (key, weight))""";

    /** Reads the weights of a row. */
    public static KeyWeights read(ResultSet row) throws SQLException {
        String[] keys = (String[]) row.getArray("weighted_keys").getArray();
        Integer[] weights = (Integer[]) row.getArray("weights_of_keys").getArray();
        Map<String, Integer> byKey = new HashMap<>();
        for (int i = 0; i < keys.length; i++) {
            byKey.put(keys[i], weights[i]);
        }
        return new KeyWeights(byKey);
    }

    /** Returns how many tasks a key starts in a turn. A null key stands for the tasks without a key. */
    public int of(@Nullable String key) {
        return key == null ? 1 : byKey.getOrDefault(key, 1);
    }
}
