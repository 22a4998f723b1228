package io.github.rowmill.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The computer of a run.
 *
 * @param busyCores cores that other work used just before the run
 */
public record Machine(String processor, int cores, long memoryGb, double busyCores) {

    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final int SECONDS = 3;

    /** Reads the hardware of this computer, and measures its load for some seconds. */
    public static Machine ofThis() throws IOException, InterruptedException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        int cores = system.getAvailableProcessors();
        system.getCpuLoad(); // begins the interval of the next call
        TimeUnit.SECONDS.sleep(SECONDS);
        double busy = Math.max(0, system.getCpuLoad()) * cores;
        return new Machine(processorName(), cores, system.getTotalMemorySize() >> 30, Figures.rounded(busy));
    }

    private static String processorName() throws IOException {
        if (!Files.exists(CPUINFO)) {
            return System.getProperty("os.arch");
        }
        try (Stream<String> lines = Files.lines(CPUINFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
    }
}
