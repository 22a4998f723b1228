package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.Within;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.task.TaskStatus;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import io.smallrye.config.WithParentName;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the documents with the code. */
class ReferenceTest {

    @Test
    void theReferenceHasEachKeyWithItsDefaultAndRangeAndNoOther() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        Pattern.compile("(?m)^\\| `(rowmill[^`]*)` \\| \\w+ \\| (?:`([^`]*)`)? *\\|([^|]*)\\|")
                .matcher(read("docs/reference/configuration.md"))
                .results()
                .forEach(row -> documented.put(
                        row.group(1), row.group(2) + ", " + row.group(3).strip()));

        assertThat(documented).isEqualTo(keys(RowmillConfig.class, "rowmill"));
    }

    @Test
    void everyNumberDurationAndSizeHasARange() throws IOException {
        assertThat(read("docs/reference/configuration.md").lines())
                .filteredOn(line -> line.matches("\\| `rowmill[^`]*` \\| (number|duration|size) .*"))
                .isNotEmpty()
                .allMatch(line -> line.split("\\|")[4].matches(" \\w+ to \\w+ "));
    }

    @Test
    void theReferenceHasEachProblemWithItsStatusAndTitleAndNoOther() throws IOException {
        Pattern row =
                Pattern.compile("(?m)^\\| `(urn:rowmill:[^`]*)` \\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$");

        assertThat(row.matcher(read("docs/reference/problems.md"))
                        .results()
                        .map(kind -> "%s %s %s".formatted(kind.group(1), kind.group(2), kind.group(3))))
                .containsExactlyElementsOf(Arrays.stream(Problem.Kind.values())
                        .map(kind -> "%s %d %s".formatted(kind.type(), kind.status(), kind.title()))
                        .toList());
    }

    /** A longer build compares the whole page with the answers of the commands. */
    @Test
    void theCommandLinePageHasTheLatestVersionOfTheTables() throws IOException {
        String latest;
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/db/rowmill"))) {
            latest = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("V"))
                    .map(name -> name.substring(1, name.indexOf("__")))
                    .max(Comparator.comparing(MigrationVersion::fromVersion))
                    .orElseThrow();
        }

        assertThat(Pattern.compile("at version ([0-9.]+)")
                        .matcher(read("docs/reference/command-line.md"))
                        .results()
                        .map(found -> found.group(1).replaceAll("\\.$", "")))
                .isNotEmpty()
                .containsOnly(latest);
    }

    /** Programs depend on these types. None of them may be renamed, and only a major version may remove one. */
    @Test
    void noPublishedProblemTypeIsMissing() {
        assertThat(Arrays.stream(Problem.Kind.values()).map(kind -> kind.type().substring("urn:rowmill:".length())))
                .contains(
                        "invalid-request",
                        "unauthenticated",
                        "forbidden",
                        "foreign-origin",
                        "foreign-host",
                        "task-not-found",
                        "schedule-not-found",
                        "failure-not-found",
                        "job-not-found",
                        "not-waiting",
                        "stale-version",
                        "version-required",
                        "switched-off",
                        "duplicate",
                        "illegal-transition",
                        "too-large",
                        "unknown-type",
                        "search-timeout",
                        "queue-full",
                        "rate-exceeded",
                        "too-many-failures",
                        "internal-error",
                        "unavailable");
    }

    private static Map<String, String> keys(Class<?> mapping, String prefix) {
        Map<String, String> keys = new TreeMap<>();
        for (Method method : mapping.getMethods()) {
            String key = method.isAnnotationPresent(WithParentName.class) ? prefix : prefix + "." + name(method);
            Class<?> type = method.getReturnType();
            if (type == Map.class && valueType(method.getGenericReturnType()).isInterface()) {
                keys.putAll(keys(valueType(method.getGenericReturnType()), key + ".\"NAME\""));
            } else if (type == Map.class) {
                keys.put(key + ".\"NAME\"", "null, " + range(method));
            } else if (type.getPackage() == RowmillConfig.class.getPackage() && !type.isEnum()) {
                keys.putAll(keys(type, key));
            } else {
                WithDefault value = method.getAnnotation(WithDefault.class);
                keys.put(key, (value == null ? "null" : value.value()) + ", " + range(method));
            }
        }
        return keys;
    }

    /** Returns the range of a setting, or of the values in its {@code Optional} or {@code Map}. */
    private static String range(Method method) {
        AnnotatedElement setting = method;
        if (method.getAnnotatedReturnType() instanceof AnnotatedParameterizedType holder
                && !method.isAnnotationPresent(Within.class)) {
            AnnotatedType[] held = holder.getAnnotatedActualTypeArguments();
            setting = held[held.length - 1];
        }
        Within within = setting.getAnnotation(Within.class);
        return within == null ? "" : within.min() + " to " + within.max();
    }

    private static String name(Method method) {
        WithName name = method.getAnnotation(WithName.class);
        return name == null ? kebab(method.getName()) : name.value();
    }

    private static Class<?> valueType(Type map) {
        return (Class<?>) ((ParameterizedType) map).getActualTypeArguments()[1];
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @Test
    void theDiagramOfStatesIsTheStateMachine() throws IOException {
        TreeSet<String> arrows = new TreeSet<>(List.of("[*] --> queued"));
        for (TaskStatus status : TaskStatus.values()) {
            status.successors().forEach(next -> arrows.add(status.column() + " --> " + next.column()));
            if (status.successors().isEmpty()) {
                arrows.add(status.column() + " --> [*]");
            }
        }

        assertThat(block("docs/reference/states.md", "TaskStatus.successors")
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.contains("-->")))
                .containsExactlyInAnyOrderElementsOf(arrows);
    }

    @Test
    void theExampleOfTheReadmeIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("README.md", "ReadmeExample", "class Orders");
    }

    @Test
    void theExamplesOfHandlersAndEnqueuesAreThoseThatRun() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/handlers.md", "HandlersExample", "class Shipping");
        assertIsTheOneThatRuns("docs/how-to/enqueue.md", "HandlersExample", "class Shop");
    }

    @Test
    void theExampleOfBatchesIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/batches.md", "BatchExample", "class Sensors");
    }

    @Test
    void theExampleOfRecurringTasksIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/recurring-tasks.md", "RecurringExample", "class Nights");
    }

    @Test
    void theExampleOfTopicsIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/topics.md", "TopicsExample", "class Sales");
    }

    @Test
    void theExampleOfFlowsIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/flows.md", "FlowsExample", "class Shop");
    }

    @Test
    void theExampleOfStepsIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/steps.md", "StepsExample", "class Office");
    }

    @Test
    void theExampleOfUniqueTasksIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/unique-tasks.md", "UniqueExample", "class Search");
    }

    @Test
    void theExampleOfACarrierIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/carry-context.md", "ContextExample", "class TenantCarrier");
    }

    @Test
    void theExampleOfAnHttpCallIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/when-things-go-wrong.md", "HttpCallExample", "class Payments");
    }

    @Test
    void theExampleOfTheTestKitIsTheOneThatRuns() throws IOException {
        assertIsTheOneThatRuns("docs/how-to/test-your-tasks.md", "TestKitExample", "@Test");
    }

    @ParameterizedTest
    @CsvSource({
        "pause-a-queue, void stopTheLetters",
        "backpressure, boolean offer",
        "stack, void newestFirst",
        "starvation, void preventStarving",
        "limit-a-queue, void throttle",
        "tasks-per-key, void forEachCustomer"
    })
    void theExamplesOfRulesOfQueuesAreThoseThatRun(String page, String beginning) throws IOException {
        String name = "docs/how-to/%s.md".formatted(page);
        String example = block(name, "QueueRulesExample").strip();

        assertRuns(
                "QueueRulesExample", example, example.substring(example.indexOf(beginning), example.lastIndexOf('}')));
    }

    private static void assertIsTheOneThatRuns(String page, String mark, String beginning) throws IOException {
        String example = block(page, mark).strip();

        assertRuns(mark, example, example.substring(example.indexOf(beginning)));
    }

    /** Checks that a test contains the part of an example, and all imports of the example. */
    private static void assertRuns(String mark, String example, String part) throws IOException {
        String code = read("src/test/java/io/github/rowmill/docs/%sTest.java".formatted(mark));

        assertThat(words(code)).contains(words(part).strip());
        assertThat(code.lines())
                .containsAll(example.lines()
                        .filter(line -> line.startsWith("import "))
                        .toList());
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** Returns the fenced block that follows a mark. */
    private static String block(String file, String mark) throws IOException {
        String text = read(file);
        int from = text.indexOf('\n', text.indexOf("```", text.indexOf("<!-- " + mark + " -->")));
        return text.substring(from, text.indexOf("```", from));
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }
}
