package io.github.rowmill.operate.http.json;

import io.github.rowmill.config.RowmillConfig;

/** What reads and writes bodies, for tests, without CDI. */
public final class Jsons {

    private Jsons() {}

    public static Json of(RowmillConfig config) {
        return new Json(config);
    }
}
