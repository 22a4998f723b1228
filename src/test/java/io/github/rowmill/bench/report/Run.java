package io.github.rowmill.bench.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The data of a run.
 *
 * @param commit the short hash, with {@code -dirty} if files were changed, or {@code unknown} without git
 * @param options the properties {@code bench.*} of the command, as arguments
 */
public record Run(
        String date, String commit, String java, String postgresql, String options, Machine machine, List<Row> rows) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final String UNKNOWN = "unknown";

    /** Properties whose values name hosts and folders. */
    private static final List<String> PRIVATE = List.of("bench.url", "bench.java25");

    /** Returns the data of the run that this process has made. */
    public static Run ofThis(String postgresql, Machine machine, List<Row> rows) {
        return new Run(
                LocalDate.now(ZoneOffset.UTC).toString(),
                head(),
                System.getProperty("java.version"),
                postgresql,
                given(),
                machine,
                List.copyOf(rows));
    }

    private static String head() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--exclude=*").start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return commit.isEmpty() ? UNKNOWN : commit;
        } catch (IOException e) {
            return UNKNOWN; // git is not installed
        }
    }

    private static String given() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("bench.") && !PRIVATE.contains(name))
                .sorted()
                .map(name -> "-D%s=%s".formatted(name, System.getProperty(name)))
                .collect(Collectors.joining(" "));
    }

    static Run parse(String json) throws IOException {
        return JSON.readValue(json, Run.class);
    }

    String json() throws IOException {
        return JSON.writeValueAsString(this) + "\n";
    }

    /** Returns the rows of a measure, one for each thing that it is compared with. */
    List<Row> rows(String measure) {
        return rows.stream().filter(row -> row.measure().equals(measure)).toList();
    }
}
