package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Breaks each rule of Maven Central, and checks that {@link CentralRules} finds it. {@link BundleTest} checks the POM
 * of a release.
 */
class CentralRulesTest {

    private static final String GOOD = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>org.example</groupId>
                <artifactId>good</artifactId>
                <version>1.0</version>
                <name>Good</name>
                <description>Keeps every rule.</description>
                <url>https://example.org</url>
                <licenses><license><name>Apache-2.0</name><url>https://example.org/licence</url></license></licenses>
                <developers><developer><name>Ada</name></developer></developers>
                <scm>
                    <connection>scm:git:https://example.org/good.git</connection>
                    <developerConnection>scm:git:https://example.org/good.git</developerConnection>
                    <url>https://example.org</url>
                </scm>
            </project>
            """;

    @Test
    void aGoodPomBreaksNoRule() throws Exception {
        assertThat(CentralRules.broken(GOOD)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "modelVersion",
                "groupId",
                "artifactId",
                "version",
                "description",
                "licenses",
                "developers",
                "connection",
                "developerConnection",
                "scm"
            })
    void aMissingElementIsFound(String element) throws Exception {
        String without = GOOD.replaceAll("(?s)<%1$s>.*?</%1$s>".formatted(element), "");

        assertThat(CentralRules.broken(without)).isNotEmpty().allMatch(path -> path.contains("/" + element));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<name>Good</name>", "<url>https://example.org</url>", "<name>Ada</name>"})
    void anEmptyElementIsFound(String element) throws Exception {
        assertThat(CentralRules.broken(GOOD.replaceFirst(element, element.replaceAll(">.*<", "> <"))))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "<dependencies><dependency><version>2-SNAPSHOT</version></dependency></dependencies>",
        "<build><plugins><plugin><version>2-SNAPSHOT</version></plugin></plugins></build>",
        "<properties><other.version>2-SNAPSHOT</other.version></properties>",
        "<dependencies><dependency><scope>system</scope></dependency></dependencies>",
        "<repositories/>",
        "<profiles><profile><pluginRepositories/></profile></profiles>"
    })
    void aReferenceOutsideMavenCentralIsFound(String part) throws Exception {
        assertThat(CentralRules.broken(GOOD.replace("</project>", part + "</project>")))
                .hasSize(1);
    }

    /** The release script adds the URL and the source control, and removes the snapshot version. */
    @Test
    void theSnapshotLacksOnlyWhatTheReleaseScriptAdds() throws Exception {
        assertThat(CentralRules.broken(Files.readString(Path.of("pom.xml"))).stream()
                        .map(rule -> rule.replaceAll(": [0-9.]+-SNAPSHOT$", "")))
                .isSubsetOf(
                        "/project/url",
                        "/project/scm/connection",
                        "/project/scm/developerConnection",
                        "/project/scm/url",
                        "//version[contains(., '-SNAPSHOT')]");
    }
}
