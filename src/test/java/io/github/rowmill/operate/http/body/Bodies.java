package io.github.rowmill.operate.http.body;

import io.github.rowmill.config.RowmillConfig;

/** Creates the limits of bodies, for tests. */
public final class Bodies {

    private Bodies() {}

    public static Body of(RowmillConfig config) {
        return new Body(config, new Received());
    }
}
