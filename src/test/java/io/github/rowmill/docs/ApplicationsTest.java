package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the page of applications. Each row names a test that exists, or is marked as not tried or as tried by hand.
 * The page also names each application of {@code src/it}.
 */
class ApplicationsTest {

    private static final Path PAGE = Path.of("docs", "reference", "applications.md");
    private static final Path APPLICATIONS = Path.of("src", "it");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT))(?:\\.(\\w+))?`");
    private static final Pattern NOT_HELD = Pattern.compile("not tried|by hand");

    private static List<String[]> rows;
    private static Map<String, String> sources;

    @BeforeAll
    static void read() throws IOException {
        String page = Files.readString(PAGE);
        rows = page.substring(page.indexOf("## Database"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| tried "))
                .map(line -> line.substring(2).split(" \\|(?: |$)", -1))
                .toList();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(
                            ApplicationsTest::name, ApplicationsTest::text, (one, other) -> one + other));
        }
    }

    @Test
    void everyRowNamesATestOrSaysThatThereIsNone() {
        assertThat(rows).hasSizeGreaterThan(25).allSatisfy(row -> {
            assertThat(row).hasSizeGreaterThanOrEqualTo(3);
            assertThat(TEST.matcher(row[2]).find() != NOT_HELD.matcher(row[1]).find())
                    .as(String.join(" | ", row))
                    .isTrue();
        });
    }

    @Test
    void everyTestThatIsNamedIsThere() {
        List<MatchResult> named =
                rows.stream().flatMap(row -> TEST.matcher(row[2]).results()).toList();

        assertThat(named)
                .allSatisfy(test -> assertThat(sources.getOrDefault(test.group(1), ""))
                        .as(test.group())
                        .containsPattern(test.group(2) == null ? "class " + test.group(1) : "void " + test.group(2)));
    }

    @Test
    void everyApplicationIsNamed() throws IOException {
        String page = Files.readString(PAGE);

        try (Stream<Path> applications = Files.list(APPLICATIONS)) {
            assertThat(applications)
                    .isNotEmpty()
                    .allSatisfy(folder -> assertThat(page).contains("`" + folder + "`"));
        }
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
