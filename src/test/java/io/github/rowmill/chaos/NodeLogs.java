package io.github.rowmill.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The logs of nodes. They remain when a node is killed, unlike its metrics. */
final class NodeLogs {

    private static final Pattern ID = Pattern.compile(" id=(\\d+)");

    private final List<Path> files;

    private NodeLogs(List<Path> files) {
        this.files = files;
    }

    static NodeLogs in(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return new NodeLogs(all.filter(file -> file.getFileName().toString().matches("node.*\\.log"))
                    .toList());
        }
    }

    /** Messages that the application logs. */
    enum Saying {
        STALE("stale verdict refused"),
        LOST("lease lost"),
        ROUND_FAILED("a round failed"),
        ABANDONED("handler or its commit does not end");

        private final String text;

        Saying(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Counts the lines with this message, except those about cancelled tasks. */
    long count(Saying saying, Set<Long> cancelled) throws IOException {
        return count(line -> line.contains(saying.text()) && !cancelled.contains(id(line)));
    }

    private long count(Predicate<String> wanted) throws IOException {
        long count = 0;
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file)) {
                count += lines.filter(wanted).count();
            }
        }
        return count;
    }

    private static long id(String line) {
        Matcher id = ID.matcher(line);
        return id.find() ? Long.parseLong(id.group(1)) : 0;
    }

    long bytes() throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}
