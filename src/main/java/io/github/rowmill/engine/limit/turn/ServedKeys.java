package io.github.rowmill.engine.limit.turn;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * When this node last served which key, of those that no table remembers: keys of which nobody is set aside. Each node
 * serves keys in turn by what it did itself, which makes the cluster fair without a write. What is forgotten, by a start or
 * because there are too many, costs a key no more than a turn.
 */
final class ServedKeys {

    /** Keys of a queue that are remembered, the ones served last: some 200 bytes each. */
    private static final int MAX_KEYS = 10_000;

    private final Map<String, Map<String, Turn>> byQueue = new ConcurrentHashMap<>();

    /** What stands for no key, as no key can hold it. */
    private static final String KEYLESS = "\0";

    static String name(@Nullable String key) {
        return key == null ? KEYLESS : key;
    }

    /**
     * @param since since when it is the key's turn
     * @param taken tasks of it that were started in this turn
     */
    record Turn(Instant since, int taken) {}

    Optional<Turn> of(String queue, String key) {
        Map<String, Turn> turns = byQueue.getOrDefault(queue, Map.of());
        synchronized (turns) {
            return Optional.ofNullable(turns.get(key));
        }
    }

    void remember(String queue, String key, Turn turn) {
        Map<String, Turn> turns = byQueue.computeIfAbsent(queue, name -> new LastServed());
        synchronized (turns) {
            turns.remove(key); // and at the end again
            turns.put(key, turn);
        }
    }

    private static final class LastServed extends LinkedHashMap<String, Turn> {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Turn> eldest) {
            return size() > MAX_KEYS;
        }
    }
}
