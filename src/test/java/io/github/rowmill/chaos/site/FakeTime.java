package io.github.rowmill.chaos.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Environments in which a process has another time, by Debian's libfaketime. Durations that it measures stay right. */
public final class FakeTime {

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

    private FakeTime() {}

    /**
     * Returns the environment of a clock that is off by {@code by}, such as {@code +1h}, or begins at a moment, such as
     * {@code @2026-11-01 05:29:00}.
     */
    public static Map<String, String> shifted(String by) {
        return with("FAKETIME", by);
    }

    /** Returns the environment of a clock whose offset is read from a file again and again. */
    public static Map<String, String> steppedBy(Path file) {
        Map<String, String> environment =
                with("FAKETIME_TIMESTAMP_FILE", file.toAbsolutePath().toString());
        environment.put("FAKETIME_CACHE_DURATION", "1");
        return environment;
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LD_PRELOAD", library());
        environment.put("DONT_FAKE_MONOTONIC", "1");
        // Waits on conditions use the monotonic clock, which is right. If the library "fixed" them, they would end at
        // once, and spin.
        environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        environment.put(name, value);
        return environment;
    }

    /** Returns whether the library is installed. */
    public static boolean isInstalled() {
        return LIBRARIES.stream().anyMatch(Files::exists);
    }

    private static String library() {
        return LIBRARIES.stream()
                .filter(Files::exists)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(() -> new IllegalStateException(
                        "libfaketime is missing: install Debian's package libfaketime, or run without -Pchaos"));
    }
}
