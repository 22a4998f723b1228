package io.github.rowmill.feature.series;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes figures after their retention. If the history is turned off, older figures are deleted too. */
@Singleton
public class SeriesTrimmer implements HourlyTrim {

    private final SeriesRows rows;
    private final Duration retention;

    SeriesTrimmer(SeriesRows rows, RowmillConfig config) {
        this.rows = rows;
        this.retention = config.history().retention();
    }

    @Override
    public String name() {
        return "series-trim";
    }

    @Override
    public long trimOnce() {
        return rows.trim(retention);
    }
}
