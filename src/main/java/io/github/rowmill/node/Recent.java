package io.github.rowmill.node;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is remembered of the queues that were asked about last: names of queues may be many and used once each. Not for several threads. */
public final class Recent<V> extends LinkedHashMap<String, V> {

    /** Of more queues the one asked about longest ago is forgotten first. */
    private static final int MAX = 1000;

    private static final float LOAD = 0.75f;

    public Recent() {
        super(MAX, LOAD, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MAX;
    }
}
