package io.github.rowmill.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A measure of Rowmill, alone or beside another measure of the same rounds.
 *
 * @param beside the name of the other measure, null if Rowmill stands alone
 * @param other the figures of the other measure, null if Rowmill stands alone
 * @param ratio Rowmill's figure divided by the other one, in each round, null if Rowmill stands alone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Row(
        String measure,
        String unit,
        Series rowmill,
        @Nullable String beside,
        @Nullable Series other,
        @Nullable Series ratio) {

    public static Row alone(String measure, String unit, List<Double> figures) {
        return new Row(measure, unit, rounded(figures), null, null, null);
    }

    public static Row beside(String measure, String unit, List<Double> figures, String beside, List<Double> others) {
        List<Double> ratios = IntStream.range(0, figures.size())
                .mapToObj(round -> figures.get(round) / others.get(round))
                .toList();
        return new Row(measure, unit, rounded(figures), beside, rounded(others), rounded(ratios));
    }

    private static Series rounded(List<Double> figures) {
        return new Series(figures.stream().map(Figures::rounded).toList());
    }

    /** Returns a row of a table with the columns measure, Rowmill, beside it and ratio. */
    public String markdown() {
        String ours = Figures.text(rowmill.median()) + " " + unit;
        if (other == null || ratio == null) {
            return "| %s | %s (%s) | | |".formatted(measure, ours, all(rowmill));
        }
        return "| %s | %s | %s: %s %s | %s (%s) |"
                .formatted(
                        measure,
                        ours,
                        beside,
                        Figures.text(other.median()),
                        unit,
                        Figures.text(ratio.median()),
                        all(ratio));
    }

    private static String all(Series series) {
        return series.rounds().stream().map(Figures::text).collect(Collectors.joining(", "));
    }
}
