package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessTimesTest {

    @Test
    void timesAreReadAfterANameWithBracketsAndSpaces() {
        String line =
                "42 (postgres: a) b) S 1 42 42 0 -1 4194560 1811 35027 0 1 150 50 7000 500 20 0 1 0 4521 223715328 6930";

        assertThat(ProcessTimes.parse(line)).isEqualTo(new ProcessTimes(2, 75));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theTimeOfThisProcessAgreesWithItsJvm() {
        double known =
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3
                        - 0.01; // the JVM divides the ticks in another way

        assertThat(ProcessTimes.of(ProcessHandle.current().pid()).own()).isBetween(known, known + 60);
        assertThat(ProcessTimes.family(ProcessHandle.current())).isGreaterThanOrEqualTo(known);
    }
}
