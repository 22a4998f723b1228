package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchesTest {

    @ParameterizedTest(name = "{0} rows in batches of 10 -> {1} batches")
    @CsvSource({"0, 1", "9, 1", "10, 2", "25, 3", "30, 4"})
    void writesUntilABatchIsNotFull(int rows, int batches) {
        int[] left = {rows};
        List<Integer> sizes = new ArrayList<>();

        int written = Batches.writeAll(10, limit -> {
            int some = Math.min(limit, left[0]);
            left[0] -= some;
            sizes.add(some);
            return some;
        });

        assertThat(written).isEqualTo(rows);
        assertThat(sizes).hasSize(batches);
    }
}
