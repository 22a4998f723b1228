package io.github.rowmill.node;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map of the most recently used queues. An unlimited number of queues may exist, many of them used only once.
 * Not safe for several threads.
 */
public final class RecentEntries<V> extends LinkedHashMap<String, V> {

    /** Maximum number of queues; beyond it, the least recently used one is removed. */
    private static final int MAX = 1000;

    private static final float LOAD = 0.75f;

    public RecentEntries() {
        super(MAX, LOAD, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MAX;
    }
}
