package io.github.rowmill.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Seconds that processes of this machine have spent on processors so far, by Linux's {@code /proc}. */
record ProcessTimes(double own, double ofEndedChildren) {

    /** What Linux shows to programs, in parts of a second (USER_HZ). */
    private static final double TICKS = 100;

    /** Behind the name in brackets, which may hold anything: user and system time, and the same of children that were waited for. */
    private static final int FIRST = 11;

    /** Those of a process; none if it has ended. */
    static ProcessTimes of(long pid) {
        try {
            return parse(Files.readString(Path.of("/proc/%d/stat".formatted(pid))));
        } catch (NoSuchFileException ended) {
            return new ProcessTimes(0, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The line that the kernel gives for a process. */
    static ProcessTimes parse(String line) {
        double[] times = Stream.of(
                        line.substring(line.lastIndexOf(')') + 1).strip().split(" "))
                .skip(FIRST)
                .limit(4)
                .mapToDouble(ticks -> Long.parseLong(ticks) / TICKS)
                .toArray();
        return new ProcessTimes(times[0] + times[1], times[2] + times[3]);
    }

    /** Of a process and its children, of those too that have ended; read anew if one ends meanwhile. */
    static double family(ProcessHandle parent) {
        ProcessTimes before = of(parent.pid());
        double living =
                parent.children().mapToDouble(child -> of(child.pid()).own).sum();
        return of(parent.pid()).ofEndedChildren == before.ofEndedChildren
                ? before.own + before.ofEndedChildren + living
                : family(parent);
    }
}
