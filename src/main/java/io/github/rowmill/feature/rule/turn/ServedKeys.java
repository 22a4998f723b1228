package io.github.rowmill.feature.rule.turn;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers when this node last served each key that has no lane: no task of such a key is parked. Each node
 * serves keys in turns by its own record, which makes the cluster fair without a write. A record may be lost by a
 * restart, or because there are too many keys. That costs the key at most one turn.
 */
final class ServedKeys {

    /** Largest number of keys of a queue, each with some 200 bytes. The ones served last are kept. */
    private static final int MAX_KEYS = 10_000;

    private final Map<String, Map<String, Turn>> byQueue = new ConcurrentHashMap<>();

    /** The name for no key. No key can contain this character. */
    private static final String KEYLESS = "\0";

    static String name(@Nullable String key) {
        return key == null ? KEYLESS : key;
    }

    /**
     * The turn of a key.
     *
     * @param since time since which it is the key's turn
     * @param taken number of its tasks that were started in this turn
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
            turns.remove(key); // moves the key to the end
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
