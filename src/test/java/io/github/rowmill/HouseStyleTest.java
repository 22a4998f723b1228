package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The budgets of the house style, read off the sources. */
class HouseStyleTest {

    private static final Path MAIN = Path.of("src", "main", "java", "io", "github", "rowmill");
    private static final Path ENGINE = MAIN.resolve("engine");
    private static final Path OPERATE = MAIN.resolve("operate");
    private static final Path COMMAND_LINE = OPERATE.resolve("cli");
    private static final Path PAGE = OPERATE.resolve("page");

    /** What only the benchmark's application has: sizes and Javadoc are the same, and it is no part of the engine. */
    private static final Path BENCH = Path.of("src", "bench", "java", "io", "github", "rowmill", "bench");

    private static final int MAX_LINES_OF_A_FILE = 250;
    private static final int MAX_LINES_OF_HALF_THE_FILES = 66;
    private static final int MAX_LINES_OF_HALF_THE_METHODS = 5;
    private static final int MAX_LINES_OF_95_PERCENT_OF_THE_METHODS = 20;
    private static final int MAX_FILES_OF_A_PACKAGE = 17;
    private static final int MAX_CODE_LINES_OF_THE_SPINE = 8_600; // decisions 25, 29, 49, 50 and 53 to 59
    private static final int MAX_CODE_LINES_OF_A_FEATURE = 600;
    private static final int MAX_CODE_LINES_OF_OPERATE = 7_550; // decisions 21, 33, 59
    private static final int MAX_CODE_LINES_OF_THE_COMMAND_LINE = 1_400; // decision 35
    private static final int MAX_CODE_LINES_OF_THE_PAGE = 4_700; // decisions 39, 41 and 43

    private static final Set<String> SPINE = Set.of("handler", "payload", "text", "node", "task");

    /** The rooms of the engine that are of the spine; any other is a feature. */
    private static final Set<String> ROOMS =
            Set.of("enqueue", "claim", "wake", "execute", "settle", "recover", "retain", "store");

    /** What people look at, what is done before the first task, for tests, and in the native compiler: decisions 11, 26 and 34. */
    private static final Set<String> NOT_OF_THE_SPINE = Set.of(
            "engine/store/read",
            "engine/store/loop/Latest.java",
            "engine/store/loop/ReadDatabase.java",
            "engine/store/schema",
            "engine/store/testing",
            "payload/cipher",
            "payload/nativeimage",
            "payload/startup");

    /** Of a feature; what needs more says why. */
    private static final Map<String, Integer> MAX_CODE_LINES_OF_FEATURES =
            Map.of("recur", 1_050, "limit", 1_300, "rule", 700, "context", 800); // decisions 28, 30, 31, 36

    /** Around a handler, a round of a loop, an observer, what undoes a carrier's work, and what an exception says of itself. */
    private static final Set<String> CATCH_BROADLY = Set.of(
            "TaskRunner",
            "Rounds",
            "VerdictWriter",
            "TaskEvents",
            "CarriedAttempt",
            "ErrorText",
            "FailureSignature",
            "PrintableCauses");

    /** What a parameter says of its type. */
    private static final String CAST = "cast\\([?] as [a-z0-9]+\\[]\\)";

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
    void halfOfTheMethodsHaveAtMost5LinesAnd95PercentOfThem20() {
        assertThat(quantile(0.5, findings.linesOfMethods)).isLessThanOrEqualTo(MAX_LINES_OF_HALF_THE_METHODS);
        assertThat(quantile(0.95, findings.linesOfMethods)).isLessThanOrEqualTo(MAX_LINES_OF_95_PERCENT_OF_THE_METHODS);
    }

    @Test
    void filesHaveAtMost30Imports() {
        assertThat(findings.manyImports).isEmpty();
    }

    @Test
    void allIsCaughtOnlyWhereAStrangersCodeOrARoundEnds() {
        assertThat(findings.broadCatches).isEqualTo(CATCH_BROADLY);
    }

    /** Error Prone sees to the JDK's methods, and to the case of letters; to the logger's this does. */
    @Test
    void noNumberIsFormattedByTheLocale() {
        assertThat(findings.numbersByLocale).isEmpty();
    }

    /** Where the driver sends no types, the server cannot tell which array it is. */
    @Test
    void everyArrayThatIsUnnestedSaysItsType() {
        assertThat(files)
                .allSatisfy(file -> assertThat(String.join("\n", lines(file)).replaceAll(CAST, ""))
                        .doesNotContainPattern("unnest\\([^()]*[?]"));
    }

    @Test
    void filesHaveAtMost250Lines() {
        assertThat(files).allSatisfy(file -> assertThat(lines(file)).hasSizeLessThanOrEqualTo(MAX_LINES_OF_A_FILE));
    }

    @Test
    void halfOfTheFilesHaveAtMost66Lines() {
        List<Integer> sizes = files.stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .map(file -> lines(file).size())
                .toList();

        assertThat(quantile(0.5, sizes)).isLessThanOrEqualTo(MAX_LINES_OF_HALF_THE_FILES);
    }

    @Test
    void packagesHaveAtMost17FilesButForTheApi() {
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
    void theSpineHasAtMostSoManyCodeLines() {
        assertThat(codeLines(HouseStyleTest::isOfTheSpine))
                .isPositive()
                .isLessThanOrEqualTo(MAX_CODE_LINES_OF_THE_SPINE);
    }

    @Test
    void aFeatureHasAtMost600CodeLinesButForThoseThatSayWhy() {
        assertThat(features())
                .allSatisfy(feature -> assertThat(codeLines(file -> file.startsWith(ENGINE.resolve(feature))))
                        .as(feature)
                        .isLessThanOrEqualTo(
                                MAX_CODE_LINES_OF_FEATURES.getOrDefault(feature, MAX_CODE_LINES_OF_A_FEATURE)));
    }

    @Test
    void operateHasAtMost6500CodeLinesButForTheCommandLineAndThePage() {
        assertThat(codeLines(
                        file -> file.startsWith(OPERATE) && !file.startsWith(COMMAND_LINE) && !file.startsWith(PAGE)))
                .isPositive()
                .isLessThanOrEqualTo(MAX_CODE_LINES_OF_OPERATE);
    }

    @Test
    void theCommandLineHasAtMost1300CodeLines() {
        assertThat(codeLines(file -> file.startsWith(COMMAND_LINE)))
                .isPositive()
                .isLessThanOrEqualTo(MAX_CODE_LINES_OF_THE_COMMAND_LINE);
    }

    @Test
    void thePageHasAtMost4500CodeLines() {
        assertThat(codeLines(file -> file.startsWith(PAGE)))
                .isPositive()
                .isLessThanOrEqualTo(MAX_CODE_LINES_OF_THE_PAGE);
    }

    /** Half of the sizes, or whatever the share is, are at most this. */
    private static <N extends Number & Comparable<N>> long quantile(double share, List<N> sizes) {
        assertThat(sizes).isNotEmpty();
        List<N> ordered = sizes.stream().sorted().toList();
        return ordered.get((int) Math.ceil(share * ordered.size()) - 1).longValue();
    }

    private static boolean isOfTheSpine(Path file) {
        Path inMain = MAIN.relativize(file);
        String door = inMain.getName(0).toString();
        boolean isOfARoom =
                door.equals("engine") && !features().contains(inMain.getName(1).toString());
        return (isOfARoom || SPINE.contains(door)) && NOT_OF_THE_SPINE.stream().noneMatch(inMain::startsWith);
    }

    /** The packages of the engine that are no rooms of a task's life. */
    private static Set<String> features() {
        return files.stream()
                .filter(file -> file.startsWith(ENGINE) && !file.getParent().equals(ENGINE))
                .map(file -> ENGINE.relativize(file).getName(0).toString())
                .filter(room -> !ROOMS.contains(room))
                .collect(Collectors.toSet());
    }

    private static long codeLines(Predicate<Path> which) {
        return files.stream()
                .filter(which)
                .flatMap(file -> lines(file).stream())
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("(//|/\\*|\\*|import |package ).*"))
                .count();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
