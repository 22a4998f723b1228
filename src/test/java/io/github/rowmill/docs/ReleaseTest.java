package io.github.rowmill.docs;

import static io.github.rowmill.docs.ReleaseRepository.URL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the release script on this repository's own POM, changelog and documents. The build only writes files. */
class ReleaseTest {

    @TempDir
    Path folder;

    private ReleaseRepository repository;

    @BeforeEach
    void copy() throws IOException, InterruptedException {
        repository = ReleaseRepository.in(folder.resolve("rowmill"));
    }

    @Test
    void aReleaseHasATagAChangelogEntryAndTheNextSnapshot() throws Exception {
        assertThat(repository.release("0.1.0", "--repository", URL).code()).isZero();

        assertThat(repository.git("log", "--format=%an: %s", "-3"))
                .isEqualTo("Ada: Version 0.2.0-SNAPSHOT\nAda: Version 0.1.0\nAda: what there was");
        assertThat(repository.git("status", "--porcelain")).isEmpty();
        assertThat(repository.git("describe", "--exact-match", "HEAD~1")).isEqualTo("v0.1.0");
        assertThat(repository.git("show", "v0.1.0:pom.xml"))
                .contains(
                        "\n    <version>0.1.0</version>",
                        "<url>" + URL + "</url>",
                        "<connection>scm:git:" + URL + ".git</connection>",
                        "<developerConnection>scm:git:" + URL + ".git</developerConnection>",
                        "<tag>v0.1.0</tag>")
                .containsPattern(
                        "<project.build.outputTimestamp>20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ</project.build.outputTimestamp>")
                .doesNotContain("SNAPSHOT", "url and scm");
        assertThat(repository.git("show", "v0.1.0:CHANGELOG.md"))
                .containsPattern("## \\[Unreleased]\n\n## \\[0\\.1\\.0] - 20\\d\\d-\\d\\d-\\d\\d\n\n### Added\n- ");
        assertThat(repository.git("show", "HEAD:README.md"))
                .contains("<version>0.1.0</version>")
                .doesNotContain("SNAPSHOT</");
        assertThat(repository.git("show", "HEAD:docs/dependencies.md")).contains("<version>0.1.0</version>");
        assertThat(repository.git("show", "HEAD:docs/how-to/get-started.md"))
                .contains("-Dextensions=io.github.rowmill:rowmill:0.1.0\n");
        assertThat(repository.git("show", "HEAD:pom.xml"))
                .contains("\n    <version>0.2.0-SNAPSHOT</version>", "<tag>HEAD</tag>", "<url>" + URL + "</url>");
    }

    @Test
    void theExamplesHaveTheVersionOfTheProject() throws Exception {
        assertThat(repository.release("0.1.0", "--repository", URL).code()).isZero();

        for (String example : List.of("examples/outbox/pom.xml", "examples/flow/pom.xml")) {
            assertThat(repository.git("show", "v0.1.0:" + example)).isEqualTo(withVersion(example, "0.1.0"));
            assertThat(repository.git("show", "HEAD:" + example)).isEqualTo(withVersion(example, "0.2.0-SNAPSHOT"));
        }
    }

    /** Returns the POM of an example with another version of the jar. Nothing else in it is changed. */
    private static String withVersion(String example, String version) throws IOException {
        Matcher dependency = Pattern.compile("(?<=<artifactId>rowmill</artifactId>\\s{1,30}<version>)[^<]+")
                .matcher(Files.readString(Path.of(example)).strip());
        assertThat(dependency.find()).as(example).isTrue();
        return dependency.replaceFirst(version);
    }

    @Test
    void theFilesComeFromTheTagAndMatchTheirChecksums() throws Exception {
        assertThat(repository.release("0.1.0", "0.1.1", "--repository", URL).code())
                .isZero();

        Path files = repository.resolve("target/release/0.1.0");
        assertThat(files)
                .isDirectoryContaining("glob:**/rowmill-0.1.0.jar")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-sources.jar")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-javadoc.jar")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-cyclonedx.json")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-app.tar.gz");
        assertThat(files.resolve("rowmill-0.1.0.jar")).content().contains("verify -Pwhole,release");
        assertThat(files.resolve("rowmill-0.1.0.pom"))
                .content()
                .isEqualTo(repository.git("show", "v0.1.0:pom.xml") + "\n");
        assertThat(ReleaseRepository.run(files, "sha256sum", "--check", "--strict", "SHA256SUMS")
                        .code())
                .isZero();
        assertThat(ReleaseRepository.run(files, "sha512sum", "--check", "--strict", "SHA512SUMS")
                        .code())
                .isZero();
        assertThat(Files.readAllLines(files.resolve("SHA256SUMS"))).hasSize(7);
    }

    @Test
    void aSecondReleaseNeedsNoRepositoryUrl() throws Exception {
        assertThat(repository.release("0.1.0", "--repository", URL).code()).isZero();
        repository.write(
                "CHANGELOG.md",
                Files.readString(repository.resolve("CHANGELOG.md"))
                        .replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n- Something (#15).\n"));
        repository.commitAll("a fix");

        assertThat(repository.release("0.2.0").code()).isZero();

        assertThat(repository.git("show", "v0.2.0:pom.xml")).contains("<tag>v0.2.0</tag>", "<url>" + URL + "</url>");
        assertThat(repository.git("show", "v0.2.0:README.md")).contains("<version>0.2.0</version>");
    }

    /** The build of a release runs these tests on the release. */
    @Test
    void theseTestsRunOnAReleaseAsWell() throws Exception {
        assertThat(repository.release("0.1.0", "--repository", URL).code()).isZero();
        repository.git("checkout", "--quiet", "v0.1.0");

        ReleaseRepository again = ReleaseRepository.in(folder.resolve("again"), repository.resolve(""));

        assertThat(again.release("0.1.0").said()).contains("the POM does not say where the sources are");
        assertThat(again.release("0.1.0", "--repository", URL).code()).isZero();
    }

    @Test
    void uncommittedChangesAreRefused() throws Exception {
        repository.write("README.md", "changed");

        assertRefused("there are changes that are not committed", "0.1.0", "--repository", URL);
    }

    @Test
    void aTagIsNotMadeTwice() throws Exception {
        repository.git("tag", "v0.1.0");

        assertRefused("the tag v0.1.0 is there already", "0.1.0", "--repository", URL);
    }

    @Test
    void mistakesAreNamed() throws Exception {
        assertRefused("a version is three numbers such as 0.1.0, and this is '0.1'", "0.1");
        assertRefused("a version is three numbers such as 0.1.0, and this is '0.1.0-SNAPSHOT'", "0.1.0-SNAPSHOT");
        assertRefused("the next version is 0.1.0, which is released by this", "0.1.0", "0.1.0");
        assertRefused("the POM does not say where the sources are", "0.1.0");
        assertRefused(
                "the repository's URL begins with https://", "0.1.0", "--repository", "git@forge.example:rowmill");
        assertRefused("there is no option --publish", "0.1.0", "--publish");
    }

    @Test
    void aReleaseWithoutChangelogEntriesIsRefused() throws Exception {
        repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [0.0.9]\n\n### Added\n- A.\n");
        repository.commitAll("nothing to tell");

        assertRefused("nothing stands under Unreleased", "0.1.0", "--repository", URL);
    }

    @Test
    void aBuildThatFailsLeavesEverythingAsItWas() throws Exception {
        repository.write("mvnw", "#!/bin/sh\nexit 1\n");
        repository.commitAll("a build that fails");
        String before = repository.git("rev-parse", "HEAD");

        assertThat(repository.release("0.1.0", "--repository", URL).code()).isNotZero();

        assertThat(repository.git("rev-parse", "HEAD")).isEqualTo(before);
        assertThat(repository.git("tag")).isEmpty();
        assertThat(repository.git("status", "--porcelain")).isEmpty();
        assertThat(repository.resolve("target/release")).doesNotExist();
    }

    private void assertRefused(String why, String... arguments) throws IOException, InterruptedException {
        String before = repository.git("rev-parse", "HEAD");

        ReleaseRepository.Ran ran = repository.release(arguments);

        assertThat(ran.said()).contains("release: ").contains(why);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(repository.git("rev-parse", "HEAD")).isEqualTo(before);
        assertThat(repository.resolve("target/release")).doesNotExist();
    }
}
