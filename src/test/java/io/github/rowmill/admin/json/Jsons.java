package io.github.rowmill.admin.json;

import io.github.rowmill.config.RowmillConfig;

/** What reads and writes bodies, for tests, without CDI. */
public final class Jsons {

    private Jsons() {}

    public static Json of(RowmillConfig config) {
        return new Json(config);
    }
}
