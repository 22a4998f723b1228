package io.github.rowmill.operate.http.json;

import io.github.rowmill.config.RowmillConfig;

/** Creates the reader and writer of bodies without CDI, for tests. */
public final class Jsons {

    private Jsons() {}

    public static Json of(RowmillConfig config) {
        return new Json(config);
    }
}
