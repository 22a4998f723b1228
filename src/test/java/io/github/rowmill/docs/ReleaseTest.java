package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of a release, on this repository's own POM, changelog and documents, with a build that only says that it was. */
class ReleaseTest {

    private static final String REPOSITORY = "https://forge.example/rowmill/rowmill";

    /** Makes the files of a build, of whatever version the POM has. */
    private static final String BUILD = """
            #!/bin/sh
            set -e
            version=$(sed -n 's|^    <version>\\(.*\\)</version>$|\\1|p' pom.xml | head -1)
            mkdir -p target/quarkus-app/app target/classes/META-INF/sbom
            echo "$*" > target/rowmill-$version.jar
            touch target/rowmill-$version-sources.jar target/rowmill-$version-javadoc.jar
            touch target/classes/META-INF/sbom/rowmill.cdx.json target/classes/META-INF/sbom/rowmill.cdx.xml
            touch target/quarkus-app/app/rowmill.jar
            """;

    @TempDir
    Path folder;

    private Path repository;

    private record Ran(int code, String said) {}

    @BeforeEach
    void copy() throws IOException, InterruptedException {
        repository = folder.resolve("rowmill");
        for (String file : List.of(
                "pom.xml",
                "README.md",
                "CHANGELOG.md",
                ".gitignore",
                "docs/dependencies.md",
                "docs/how-to/get-started.md",
                "examples/outbox/pom.xml",
                "examples/flow/pom.xml",
                "src/main/release/release")) {
            Path copy = repository.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of(file), copy);
        }
        Files.writeString(repository.resolve("mvnw"), BUILD);
        assertThat(repository.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        git("init", "--quiet", "--initial-branch=main");
        git("config", "user.name", "Ada");
        git("config", "user.email", "ada@example.org");
        commitAll("what there was");
    }

    @Test
    void aReleaseHasATagAChangelogEntryChecksumsAndTheNextSnapshot() throws Exception {
        assertThat(release("0.1.0", "--repository", REPOSITORY).code()).isZero();

        assertThat(git("log", "--format=%an: %s", "-3"))
                .isEqualTo("Ada: Version 0.2.0-SNAPSHOT\nAda: Version 0.1.0\nAda: what there was");
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(git("describe", "--exact-match", "HEAD~1")).isEqualTo("v0.1.0");
        assertThat(git("show", "v0.1.0:pom.xml"))
                .contains(
                        "\n    <version>0.1.0</version>",
                        "<url>" + REPOSITORY + "</url>",
                        "<connection>scm:git:" + REPOSITORY + ".git</connection>",
                        "<tag>v0.1.0</tag>")
                .containsPattern(
                        "<project.build.outputTimestamp>20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ</project.build.outputTimestamp>")
                .doesNotContain("SNAPSHOT", "url and scm");
        assertThat(git("show", "v0.1.0:CHANGELOG.md"))
                .containsPattern("## \\[Unreleased]\n\n## \\[0\\.1\\.0] - 20\\d\\d-\\d\\d-\\d\\d\n\n### Added\n- ");
        assertThat(git("show", "HEAD:README.md"))
                .contains("<version>0.1.0</version>")
                .doesNotContain("SNAPSHOT</");
        assertThat(git("show", "HEAD:docs/dependencies.md")).contains("<version>0.1.0</version>");
        assertThat(git("show", "HEAD:docs/how-to/get-started.md"))
                .contains("-Dextensions=io.github.rowmill:rowmill:0.1.0\n");
        assertThat(git("show", "HEAD:pom.xml"))
                .contains(
                        "\n    <version>0.2.0-SNAPSHOT</version>", "<tag>HEAD</tag>", "<url>" + REPOSITORY + "</url>");
    }

    @Test
    void theExamplesHaveTheVersionOfTheProject() throws Exception {
        assertThat(release("0.1.0", "--repository", REPOSITORY).code()).isZero();

        for (String example : List.of("examples/outbox/pom.xml", "examples/flow/pom.xml")) {
            assertThat(git("show", "v0.1.0:" + example)).isEqualTo(withVersion(example, "0.1.0"));
            assertThat(git("show", "HEAD:" + example)).isEqualTo(withVersion(example, "0.2.0-SNAPSHOT"));
        }
    }

    /** Returns the POM of an example that depends on this version of the jar, and is otherwise as it was. */
    private static String withVersion(String example, String version) throws IOException {
        Matcher dependency = Pattern.compile("(?<=<artifactId>rowmill</artifactId>\\s{1,30}<version>)[^<]+")
                .matcher(Files.readString(Path.of(example)).strip());
        assertThat(dependency.find()).as(example).isTrue();
        return dependency.replaceFirst(version);
    }

    @Test
    void theFilesAreThoseOfTheTagAndTheChecksumsTheirs() throws Exception {
        assertThat(release("0.1.0", "0.1.1", "--repository", REPOSITORY).code()).isZero();

        Path files = repository.resolve("target/release/0.1.0");
        assertThat(files)
                .isDirectoryContaining("glob:**/rowmill-0.1.0.jar")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-sources.jar")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-javadoc.jar")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-cyclonedx.json")
                .isDirectoryContaining("glob:**/rowmill-0.1.0-app.tar.gz");
        assertThat(files.resolve("rowmill-0.1.0.jar")).content().contains("verify -Pwhole,release");
        assertThat(files.resolve("rowmill-0.1.0.pom")).content().isEqualTo(git("show", "v0.1.0:pom.xml") + "\n");
        assertThat(run(files, "sha256sum", "--check", "--strict", "SHA256SUMS").code())
                .isZero();
        assertThat(run(files, "sha512sum", "--check", "--strict", "SHA512SUMS").code())
                .isZero();
        assertThat(Files.readAllLines(files.resolve("SHA256SUMS"))).hasSize(7);
    }

    @Test
    void whereTheSourcesAreIsSaidOnce() throws Exception {
        assertThat(release("0.1.0", "--repository", REPOSITORY).code()).isZero();
        Files.writeString(
                repository.resolve("CHANGELOG.md"),
                Files.readString(repository.resolve("CHANGELOG.md"))
                        .replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n- Something (#15).\n"));
        commitAll("a fix");

        assertThat(release("0.2.0").code()).isZero();

        assertThat(git("show", "v0.2.0:pom.xml")).contains("<tag>v0.2.0</tag>", "<url>" + REPOSITORY + "</url>");
        assertThat(git("show", "v0.2.0:README.md")).contains("<version>0.2.0</version>");
    }

    @Test
    void whatIsNotCommittedIsNotReleased() throws Exception {
        Files.writeString(repository.resolve("README.md"), "changed");

        assertRefused("there are changes that are not committed", "0.1.0", "--repository", REPOSITORY);
    }

    @Test
    void aTagIsNotMadeTwice() throws Exception {
        git("tag", "v0.1.0");

        assertRefused("the tag v0.1.0 is there already", "0.1.0", "--repository", REPOSITORY);
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
    void aReleaseOfNothingIsRefused() throws Exception {
        Files.writeString(
                repository.resolve("CHANGELOG.md"),
                "# Changelog\n\n## [Unreleased]\n\n## [0.0.9]\n\n### Added\n- A.\n");
        commitAll("nothing to tell");

        assertRefused("nothing stands under Unreleased", "0.1.0", "--repository", REPOSITORY);
    }

    @Test
    void aBuildThatFailsLeavesEverythingAsItWas() throws Exception {
        Files.writeString(repository.resolve("mvnw"), "#!/bin/sh\nexit 1\n");
        commitAll("a build that fails");
        String before = git("rev-parse", "HEAD");

        assertThat(release("0.1.0", "--repository", REPOSITORY).code()).isNotZero();

        assertThat(git("rev-parse", "HEAD")).isEqualTo(before);
        assertThat(git("tag")).isEmpty();
        assertThat(git("status", "--porcelain")).isEmpty();
        assertThat(repository.resolve("target/release")).doesNotExist();
    }

    private void assertRefused(String why, String... arguments) throws IOException, InterruptedException {
        String before = git("rev-parse", "HEAD");

        Ran ran = release(arguments);

        assertThat(ran.said()).contains("release: ").contains(why);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(git("rev-parse", "HEAD")).isEqualTo(before);
        assertThat(repository.resolve("target/release")).doesNotExist();
    }

    private Ran release(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "src/main/release/release"));
        command.addAll(List.of(arguments));
        return run(repository, command.toArray(String[]::new));
    }

    private void commitAll(String message) throws IOException, InterruptedException {
        git("add", "--all");
        git("commit", "--quiet", "--message", message);
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Ran ran = run(repository, command.toArray(String[]::new));
        assertThat(ran.code()).as(ran.said()).isZero();
        return ran.said().strip();
    }

    /** With nothing of this machine's settings of git. */
    private static Ran run(Path folder, String... command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("release", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES))
                .as(String.join(" ", command))
                .isTrue();
        return new Ran(process.exitValue(), Files.readString(said));
    }
}
