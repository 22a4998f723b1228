package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.bench.report.Figures;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsTest {

    @ParameterizedTest
    @CsvSource({"0, 0.00", "0.00123, 0.0012", "0.97, 0.97", "64.94, 64.94", "1234.4, '1,234'", "60663, '60,663'"})
    void figuresAreRoundedByTheirSize(double figure, String text) {
        assertThat(Figures.text(figure)).isEqualTo(text);
    }

    @Test
    void theRatioIsTheMedianOfTheRatiosOfTheRounds() {
        Results results = new Results();
        Rounds rounds = new Rounds();
        rounds.add(10, 20);
        rounds.add(300, 100);
        rounds.add(9, 10);

        results.ratio("drain", "tasks/s", "SQL", rounds);

        assertThat(results.lines())
                .last()
                .isEqualTo("| drain | 10.00 tasks/s | SQL: 20.00 tasks/s | 0.90 (0.50, 3.00, 0.90) |");
    }

    @Test
    void quantileAndMedianComeFromTheSortedValues() {
        List<Double> hundreds =
                IntStream.rangeClosed(1, 200).asDoubleStream().boxed().toList();

        assertThat(Figures.quantile(hundreds, 0.99)).isEqualTo(199);
        assertThat(Figures.median(DoubleStream.of(3, 1, 2).boxed().toList())).isEqualTo(2);
    }
}
