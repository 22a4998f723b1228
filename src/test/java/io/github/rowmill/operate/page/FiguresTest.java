package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.read.Count;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; EXACT; 0",
                "9999; EXACT; 9,999",
                "10000; AT_LEAST; 10,000+",
                "1234567; ESTIMATED; \u2248\u202F1,200,000"
            })
    void aCountShowsItsPrecision(int count, Count.Precision precision, String text) {
        assertThat(Figures.count(new Count(count, precision))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT-1S, 0 ms",
        "PT0.0144S, 14 ms",
        "PT0.4S, 0.4 s",
        "PT59.9S, 59.9 s",
        "PT1M, 1 min",
        "PT12M8S, 12 min 8 s",
        "PT1H1M1S, 1 h 1 min",
        "PT50H, 2 d 2 h"
    })
    void aDurationHasItsTwoLargestUnits(Duration length, String text) {
        assertThat(Figures.duration(length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"PT-9S, 0 s", "PT41.9S, 41 s", "PT11M50S, 11 min", "PT19H30M, 19 h", "PT150H, 6 d"})
    void aRoughDurationHasItsLargestUnit(Duration length, String text) {
        assertThat(Figures.rough(length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-11-19T03:00:42Z, 03:00:42, 11 min ago",
        "UTC, 2026-11-18T14:20:11Z, 18 Nov 14:20, 12 h ago",
        "UTC, 2025-12-31T23:59:59Z, 31 Dec 2025 23:59, 322 d ago",
        "UTC, 2026-11-19T22:12:08Z, 22:12:08, in 19 h",
        "America/New_York, 2026-11-19T03:00:42Z, 22:00:42, 11 min ago",
        "Asia/Kolkata, 2026-11-18T18:00:00Z, 18 Nov 23:30, 9 h ago"
    })
    void aMomentIsShownInTheReadersZoneAndWithItsAge(String zone, Instant moment, String at, String ago) {
        Times times = new Times(Instant.parse("2026-11-19T03:12:08Z"), ZoneId.of(zone));

        assertThat(times.at(moment)).isEqualTo(at);
        assertThat(times.ago(moment)).isEqualTo(ago);
    }
}
