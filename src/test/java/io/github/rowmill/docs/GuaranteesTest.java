package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.fault.Burden;
import io.github.rowmill.chaos.fault.DatabaseFault;
import io.github.rowmill.chaos.fault.NodeFault;
import io.github.rowmill.chaos.fault.ProxyFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the pages on promises and libraries. The tests, statements, properties and faults that they name must exist.
 */
class GuaranteesTest {

    private static final Path DOCS = Path.of("docs");
    private static final Path LAB = DOCS.resolve("lab");
    private static final Pattern PROMISE = Pattern.compile("(?m)^\\| \\*\\*(.+?)\\*\\* \\|");

    private static String pages;
    private static Map<String, String> sources;

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.list(LAB)) {
            pages = files.sorted().map(GuaranteesTest::text).collect(Collectors.joining("\n"));
        }
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(GuaranteesTest::name, GuaranteesTest::text, (one, other) -> one + other));
        }
    }

    @Test
    void everyPromiseHasItsTests() {
        assertThat(promises(LAB.resolve("promises.md")))
                .hasSizeGreaterThan(20)
                .isEqualTo(promises(DOCS.resolve("guarantees.md")));
    }

    private static List<String> promises(Path page) {
        return PROMISE.matcher(text(page))
                .results()
                .map(promise -> promise.group(1))
                .toList();
    }

    @Test
    void everyTestAndStatementThatIsNamedExists() {
        List<MatchResult> named = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`")
                .matcher(pages)
                .results()
                .toList();

        assertThat(named).hasSizeGreaterThan(50);
        assertThat(named)
                .allSatisfy(name -> assertThat(sources.getOrDefault(name.group(1), ""))
                        .as(name.group())
                        .containsPattern("\\b" + name.group(2) + "\\b"));
    }

    @Test
    void everyClassOfTestsThatIsNamedExists() {
        List<String> named = Pattern.compile("`([A-Z][a-z]\\w*(?:Test|IT|Run|Scenarios))`")
                .matcher(pages)
                .results()
                .map(name -> name.group(1))
                .toList();

        assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(sources).containsKey(name));
    }

    @Test
    void everyTestOfALibraryExists() {
        List<MatchResult> named = Pattern.compile("`([A-Z]\\w+(?:Test|IT))(?:\\.\\w+)?`(?:, `\\.\\w+`)*")
                .matcher(text(DOCS.resolve("explanation").resolve("what-we-lean-on.md")))
                .results()
                .toList();

        assertThat(named).hasSizeGreaterThan(60).allSatisfy(tests -> {
            String source = sources.getOrDefault(tests.group(1), "");
            assertThat(source).as(tests.group()).contains("class " + tests.group(1));
            assertThat(Pattern.compile("\\.(\\w+)`").matcher(tests.group()).results())
                    .allSatisfy(test -> assertThat(source).as(tests.group()).contains("void " + test.group(1) + "("));
        });
    }

    @Test
    void everyFaultThatIsNamedIsOneOfTheHarness() {
        Set<String> faults = Stream.<Enum<?>[]>of(
                        NodeFault.values(), DatabaseFault.values(), ProxyFault.values(), Burden.values())
                .flatMap(Arrays::stream)
                .map(Enum::name)
                .collect(Collectors.toSet());
        List<String> named = Pattern.compile("`([A-Z][A-Z_]+)`")
                .matcher(text(LAB.resolve("chaos.md")))
                .results()
                .map(name -> name.group(1))
                .toList();

        assertThat(named).hasSizeGreaterThan(10).isSubsetOf(faults);
    }

    @Test
    void everyPropertyThatIsNamedIsOneOfTheModel() throws IOException {
        List<String> named = text(LAB.resolve("promises.md"))
                .lines()
                .filter(line -> line.startsWith("| **"))
                .flatMap(line -> Pattern.compile("`(\\w+)`")
                        .matcher(line.split("\\|")[2])
                        .results()
                        .map(name -> name.group(1)))
                .toList();
        String model = Files.readString(Path.of("src", "test", "model", "Rowmill.tla"))
                + Files.readString(Path.of("src", "test", "model", "lanes", "Lanes.tla"))
                + Files.readString(Path.of("src", "test", "model", "flow", "Flow.tla"))
                + Files.readString(Path.of("src", "test", "model", "signal", "Signal.tla"));

        assertThat(named)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(model).containsPattern("(?m)^" + name + " =="));
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
