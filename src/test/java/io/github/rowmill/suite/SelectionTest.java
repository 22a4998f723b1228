package io.github.rowmill.suite;

import static io.github.rowmill.suite.Selection.classes;
import static io.github.rowmill.suite.Selection.isOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that each test is in exactly one suite, and that {@code -Pwhole} runs the tests that {@code verify} leaves
 * out.
 */
class SelectionTest {

    @Test
    void everyUnitTestIsOfOneSuiteOrAFuzzTarget() throws IOException {
        assertThat(classes("Test"))
                .hasSizeGreaterThan(100)
                .allSatisfy(test -> assertThat(Stream.of(
                                        isOf(EngineSuite.class, test),
                                        isOf(WaitingSuite.class, test),
                                        isOf(LongSuite.class, test),
                                        isOf(OtherSuite.class, test),
                                        test.contains(".rowmill.fuzz."))
                                .filter(selected -> selected))
                        .as(test)
                        .hasSize(1));
    }

    @Test
    void eachSuiteHasTests() throws IOException {
        assertThat(classes("Test"))
                .filteredOn(test -> isOf(EngineSuite.class, test))
                .hasSizeGreaterThan(40);
        assertThat(classes("Test"))
                .filteredOn(test -> isOf(WaitingSuite.class, test))
                .contains("io.github.rowmill.engine.wake.WakeUpTest")
                .hasSize(17);
        assertThat(classes("Test"))
                .filteredOn(test -> isOf(LongSuite.class, test))
                .contains("io.github.rowmill.operate.http.walk.WalkTest")
                .hasSize(24);
        assertThat(classes("Test"))
                .filteredOn(test -> isOf(OtherSuite.class, test))
                .hasSizeGreaterThan(40);
    }

    @Test
    void theWholeBuildHasEverySuiteIntegrationTestAndApplication() throws IOException {
        assertThat(property("unit.suites", whole())).isEqualTo("**/suite/*Suite.java");
        assertThat(property("it.includes", whole())).isEqualTo("**/*IT.java");
        assertThat(property("it.applications", whole())).isEqualTo("*/pom.xml");
        try (Stream<Path> applications = Files.list(Path.of("src", "it"))) {
            assertThat(applications)
                    .isNotEmpty()
                    .allSatisfy(folder -> assertThat(folder.resolve("pom.xml")).exists());
        }
        assertThat(property("skipExamples", whole())).isEqualTo("${skipSideBuilds}");
        try (Stream<String> lines = Files.lines(Path.of(".ci", "run"))) {
            assertThat(lines.map(String::strip))
                    .contains("./mvnw -B -ntp verify", "./mvnw -B -ntp verify -Pwhole,browser -DskipUnitTests");
        }
    }

    @Test
    void integrationTestsOfTheShortBuildExistAndCanRun() throws IOException {
        List<String> chosen = List.of(property("it.includes", pom()).split(", "));
        List<String> files = chosen.stream()
                .map(one -> one.replace("**/", "").replace(".java", ""))
                .toList();

        assertThat(classes("IT").stream().map(SelectionTest::simple)).containsAll(files);
        assertThat(files).hasSizeBetween(3, classes("IT").size() - 1);
        for (String test : classes("IT").stream()
                .filter(one -> files.contains(simple(one)))
                .toList()) {
            assertThat(Files.readString(Selection.TESTS.resolve(test.replace('.', '/') + ".java")))
                    .as(test)
                    .doesNotContain(".consumer()", "\"consumer\"", "\"surroundings\"", "wrong-handlers", "native-");
        }
        assertThat(property("it.applications", pom())).isEqualTo("bare/pom.xml");
        assertThat(property("skipExamples", pom())).isEqualTo("true");
    }

    @Test
    void theShortBuildLeavesOutOneSuite() throws IOException {
        List<String> suites = classes("Suite").stream()
                .map(SelectionTest::simple)
                .filter(suite -> !suite.equals("LongSuite"))
                .map(suite -> "**/suite/" + suite + ".java")
                .sorted()
                .toList();

        assertThat(property("unit.suites", pom())).isEqualTo(String.join(", ", suites));
    }

    @Test
    void onlyOneProfileHasThePeersAndInTestScope() throws IOException {
        String pom = pom();
        int start = pom.indexOf("<id>bench-peers</id>");
        int end = pom.indexOf("</profile>", start);
        Pattern peer = Pattern.compile(
                "<artifactId>(?:db-scheduler|jobrunr|quartz)</artifactId>\\s*<version>[^<]*</version>\\s*<scope>test</scope>");

        assertThat(peer.matcher(pom.substring(start, end)).results()).hasSize(3);
        assertThat(pom.substring(0, start) + pom.substring(end)).doesNotContain("db-scheduler", "jobrunr", "quartz");
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String pom() throws IOException {
        return Files.readString(Path.of("pom.xml"));
    }

    private static String whole() throws IOException {
        String pom = pom();
        return pom.substring(pom.indexOf("<id>whole</id>"));
    }

    /** Returns the first property with this name. */
    private static String property(String name, String pom) {
        Matcher matcher =
                Pattern.compile("<%s>(.*?)</".formatted(Pattern.quote(name))).matcher(pom);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }
}
