package io.github.rowmill.bench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/** A figure of each round. The median and the bounds are computed, and are in the data for other readers. */
@JsonPropertyOrder({"rounds", "min", "max", "median"})
public record Series(List<Double> rounds) {

    @JsonProperty
    double median() {
        return Figures.median(rounds);
    }

    @JsonProperty
    double min() {
        return Figures.quantile(rounds, 0);
    }

    @JsonProperty
    double max() {
        return Figures.quantile(rounds, 1);
    }
}
