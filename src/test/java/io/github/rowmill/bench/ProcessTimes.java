package io.github.rowmill.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processor seconds that processes of this machine have used so far, from Linux's {@code /proc}. */
record ProcessTimes(double own, double ofEndedChildren) {

    /** Number of ticks a second in the times of Linux (USER_HZ). */
    private static final double TICKS = 100;

    /**
     * Position of the first time after the name in brackets, which may hold any text. The times are user and system
     * time of the process, then user and system time of children that it waited for.
     */
    private static final int FIRST = 11;

    /** Returns the times of a process, or zeros if the process has ended. */
    static ProcessTimes of(long pid) {
        try {
            return parse(Files.readString(Path.of("/proc/%d/stat".formatted(pid))));
        } catch (NoSuchFileException ended) {
            return new ProcessTimes(0, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the line that the kernel returns for a process. */
    static ProcessTimes parse(String line) {
        double[] times = Stream.of(
                        line.substring(line.lastIndexOf(')') + 1).strip().split(" "))
                .skip(FIRST)
                .limit(4)
                .mapToDouble(ticks -> Long.parseLong(ticks) / TICKS)
                .toArray();
        return new ProcessTimes(times[0] + times[1], times[2] + times[3]);
    }

    /**
     * Returns the seconds of a process and its children, including ended children. It reads again if a child ends
     * during the read.
     */
    static double family(ProcessHandle parent) {
        ProcessTimes before = of(parent.pid());
        double living =
                parent.children().mapToDouble(child -> of(child.pid()).own).sum();
        return of(parent.pid()).ofEndedChildren == before.ofEndedChildren
                ? before.own + before.ofEndedChildren + living
                : family(parent);
    }
}
