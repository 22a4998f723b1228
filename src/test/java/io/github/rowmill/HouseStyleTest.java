package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the rules of the house style in the sources. */
class HouseStyleTest {

    private static final Path MAIN = Path.of("src", "main", "java", "io", "github", "rowmill");

    /**
     * Sources of the benchmark's application. The rules for sizes and Javadoc hold for them, but they are not part of
     * the engine.
     */
    private static final Path BENCH = Path.of("src", "bench", "java", "io", "github", "rowmill", "bench");

    private static final int MAX_LINES_OF_A_FILE = 250;
    private static final int MAX_FILES_OF_A_PACKAGE = 20;

    /** Each profile starts another application in every suite that has tests of it. */
    private static final int MAX_TEST_PROFILES = 14;

    private static final Pattern TEST_PROFILE = Pattern.compile("(?m)^@TestProfile\\(([\\w.]+)\\.class\\)");

    /**
     * Classes that may catch everything. They call a handler, a round of a loop, an observer, the undo of a carrier,
     * or the methods of an exception.
     */
    private static final Set<String> CATCH_BROADLY = Set.of(
            "TaskRunner",
            "Rounds",
            "BundleRunner",
            "VerdictWriter",
            "TaskEvents",
            "CarriedAttempt",
            "ErrorText",
            "FailureSignature",
            "PrintableCauses");

    /** The cast of a parameter to the type of an array. */
    private static final String CAST = "cast\\([?] as [a-z0-9]+\\[]\\)";

    private static final String LONG_NAME = "void \\w{61,}\\(";

    private static List<Path> files;
    private static Findings findings;

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> main = Files.walk(MAIN);
                Stream<Path> bench = Files.walk(BENCH)) {
            files = Stream.concat(main, bench)
                    .filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        findings = Findings.of(files);
    }

    @Test
    void publicTypesHaveJavadoc() {
        assertThat(findings.publicTypesWithoutJavadoc).isEmpty();
    }

    @Test
    void methodsHaveAtMost30Lines() {
        assertThat(findings.longMethods).isEmpty();
    }

    @Test
    void filesHaveAtMost32Imports() {
        assertThat(findings.manyImports).isEmpty();
    }

    @Test
    void onlyListedClassesCatchAllExceptions() {
        assertThat(findings.broadCatches).isEqualTo(CATCH_BROADLY);
    }

    /** Error Prone checks the JDK's methods and the case of letters. This test checks the logger's methods. */
    @Test
    void noNumberIsFormattedByTheLocale() {
        assertThat(findings.numbersByLocale).isEmpty();
    }

    /** Without a type from the driver, the server cannot find the type of the array. */
    @Test
    void everyUnnestedArrayNamesItsType() {
        assertThat(files)
                .allSatisfy(file -> assertThat(String.join("\n", lines(file)).replaceAll(CAST, ""))
                        .doesNotContainPattern("unnest\\([^()]*[?]"));
    }

    @Test
    void filesHaveAtMost250Lines() {
        assertThat(files).allSatisfy(file -> assertThat(lines(file)).hasSizeLessThanOrEqualTo(MAX_LINES_OF_A_FILE));
    }

    @Test
    void packagesHaveAtMost20FilesButForTheApi() {
        Map<Path, Long> sizes = files.stream()
                .filter(file ->
                        !file.endsWith("package-info.java") && !file.getParent().endsWith("api"))
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));

        assertThat(sizes)
                .allSatisfy((folder, size) ->
                        assertThat(size).as(folder.toString()).isLessThanOrEqualTo(MAX_FILES_OF_A_PACKAGE));
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(files.stream().map(Path::getParent).distinct())
                .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                        .content()
                        .contains("@NullMarked\npackage "));
    }

    @Test
    void namesOfTestsHaveAtMost60Characters() throws IOException {
        for (String folder : List.of("test", "it", "browser")) {
            try (Stream<Path> tests = Files.walk(Path.of("src", folder))) {
                assertThat(tests.filter(path -> path.toString().endsWith(".java")))
                        .allSatisfy(file -> assertThat(file).content().doesNotContainPattern(LONG_NAME));
            }
        }
    }

    @Test
    void testsHaveAtMost14Profiles() throws IOException {
        try (Stream<Path> tests = Files.walk(Path.of("src", "test", "java"))) {
            assertThat(tests.filter(path -> path.toString().endsWith("Test.java"))
                            .flatMap(file -> TEST_PROFILE
                                    .matcher(String.join("\n", lines(file)))
                                    .results())
                            .map(profile -> profile.group(1))
                            .distinct())
                    .contains("ByHand")
                    .hasSizeLessThanOrEqualTo(MAX_TEST_PROFILES);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
