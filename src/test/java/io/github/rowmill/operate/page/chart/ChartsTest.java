package io.github.rowmill.operate.page.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.rowmill.feature.beat.NodeStart;
import io.github.rowmill.feature.series.Histogram;
import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.feature.series.HistoryRange;
import io.github.rowmill.operate.page.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChartsTest {

    private static final Instant NOW = Instant.parse("2026-11-19T03:12:08Z");
    private static final Histogram HALF_A_SECOND = new Histogram(List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 8L));

    private static HistoryPoint point(Instant start, long count, Histogram times) {
        return new HistoryPoint(start, count, count, count / 2, 0, times, times);
    }

    private static List<HistoryPoint> points(HistoryRange range, long count, Histogram times) {
        int steps = (int) range.length().dividedBy(range.step());
        Instant last = NOW.minus(range.step());
        return IntStream.range(0, steps)
                .mapToObj(i -> point(last.minus(range.step().multipliedBy(steps - 1 - i)), count, times))
                .toList();
    }

    private static Charts charts(HistoryRange range, long count, Histogram times) {
        return Charts.of(range, points(range, count, times), List.of(), new Times(NOW, ZoneOffset.UTC));
    }

    @ParameterizedTest
    @EnumSource
    void theTableAndTheLineHaveAValueForEachStep(HistoryRange range) {
        Charts charts = charts(range, 600, HALF_A_SECOND);

        assertThat(charts.through().rows())
                .hasSize((int) range.length().dividedBy(range.step()))
                .allSatisfy(row -> assertThat(row.values()).hasSize(3));
        assertThat(charts.through().lines().get(0).path().split("[ML]"))
                .hasSize(charts.through().rows().size() + 1);
        assertThat(charts.waits().rows().get(0).values()).containsExactly("0.499", "0.384");
        assertThat(charts.ranges().stream().filter(Charts.Range::isChosen))
                .extracting(Charts.Range::word)
                .containsExactly(range.word());
    }

    @Test
    void countsArePerMinuteInEachRange() {
        assertThat(charts(HistoryRange.HOUR, 600, HALF_A_SECOND)
                        .through()
                        .rows()
                        .get(0)
                        .values())
                .containsExactly("600", "600", "300");
        assertThat(charts(HistoryRange.WEEK, 600, HALF_A_SECOND)
                        .through()
                        .rows()
                        .get(0)
                        .values())
                .containsExactly("10", "10", "5");
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyHistoryHasAValidScaleAndNoLineOfTimes(HistoryRange range) {
        Charts charts = charts(range, 0, Histogram.EMPTY);

        assertThat(charts.waits().lines()).allSatisfy(line -> {
            assertThat(line.path()).isEmpty();
            assertThat(line.latest()).isEqualTo("–");
        });
        assertThat(charts.waits().rows().get(0).values()).containsExactly("", "");
        assertThat(charts.through().scale().hi()).isEqualTo(1);
        assertThat(charts.through().lines().get(0).path()).doesNotContain("NaN");
    }

    @Test
    void aStepWithoutTimesIsAGap() {
        List<Double> values = new ArrayList<>(Arrays.asList(1.0, null, 1.0, 1.0));

        assertThat(Scale.seconds(values).line(values))
                .matches("M-3\\.0 [0-9.]+h6\\.0M666\\.7 [0-9.]+L1000\\.0 [0-9.]+");
    }

    @Test
    void aStepBetweenGapsIsADash() {
        List<Double> values = new ArrayList<>(Arrays.asList(null, 1.0, null));

        assertThat(Scale.seconds(values).line(values)).matches("M497\\.0 [0-9.]+h6\\.0");
    }

    @Test
    void nodeStartsCloseTogetherShareAMarkWithTheNewVersion() {
        Instant deploy = NOW.minus(Duration.ofMinutes(31));
        List<NodeStart> starts = List.of(
                new NodeStart(NOW.minus(Duration.ofHours(2)), "1.1", false),
                new NodeStart(NOW.minus(Duration.ofMinutes(50)), "1.1", false),
                new NodeStart(deploy, "1.2", true),
                new NodeStart(deploy.plusSeconds(60), "1.2", false));

        Charts charts = Charts.of(
                HistoryRange.HOUR, points(HistoryRange.HOUR, 1, HALF_A_SECOND), starts, new Times(NOW, ZoneOffset.UTC));

        assertThat(charts.through().marks())
                .extracting(Chart.Mark::brief, Chart.Mark::text)
                .containsExactly(
                        tuple("1 node starts", "02:22 1 node starts"),
                        tuple("1.2", "02:41 2 nodes start, the first of version 1.2"));
        assertThat(Double.parseDouble(charts.through().marks().get(1).x())).isBetween(48.0, 52.0);
        assertThat(charts.through().marks().get(1).moment()).isEqualTo(deploy.toString());
    }

    @ParameterizedTest(name = "up to {0}: {1}")
    @CsvSource({"0, 1", "1, 1", "7, 8", "11, 12", "100, 100", "1040, 1200", "1800, 2000", "999999, 1000000"})
    void aScaleEndsAtARoundNumber(double most, double end) {
        assertThat(Scale.linear(most, 0).hi()).isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource({
        "1, '0, 1'",
        "1.1, '0, 1, 2'",
        "3, '0, 3'",
        "4, '0, 2, 4'",
        "11, '0, 6, 12'",
        "14, '0, 15'",
        "120, '0, 60, 120'"
    })
    void theScaleOfCountsHasOnlyWholeNumbers(double most, String marks) {
        String found =
                Scale.linear(most, 0).lines().stream().map(Scale.Mark::text).collect(Collectors.joining(", "));

        assertThat(found).isEqualTo(marks);
    }

    @Test
    void theScaleOfTimesGoesFromAMillisecondToTheLongest() {
        Scale scale = Scale.seconds(List.of(0.0005, 400_000.0));

        assertThat(scale.lo()).isEqualTo(0.001);
        assertThat(scale.hi()).isEqualTo(400_000);
        assertThat(scale.lines())
                .hasSizeLessThanOrEqualTo(4)
                .allSatisfy(mark -> assertThat(Double.parseDouble(mark.y())).isBetween(scale.top(), scale.bottom()));
    }

    @Test
    void timesAreInTheZoneOfTheReader() {
        List<HistoryPoint> points = points(HistoryRange.QUARTER, 1, HALF_A_SECOND);

        Charts charts = Charts.of(HistoryRange.QUARTER, points, List.of(), new Times(NOW, ZoneId.of("Asia/Tokyo")));

        assertThat(charts.through().rows().get(14).time()).isEqualTo("12:11");
        assertThat(charts.through().rows().get(14).moment())
                .isEqualTo(NOW.minus(Duration.ofMinutes(1)).toString());
    }

    @Test
    void theHighestValueHasTheFullHeightOfASpark() {
        assertThat(Spark.of(List.of(0L, 5L, 10L)).path()).isEqualTo("M33.3 20v-9.5h23.3V20zM66.7 20v-19.0h23.3V20z");
        assertThat(Spark.of(Collections.nCopies(60, 0L)).path()).isEmpty();
        assertThat(Spark.of(List.of()).says()).isEqualTo("at most 0 a minute");
    }
}
