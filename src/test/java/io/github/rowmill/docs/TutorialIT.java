package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes the files of the first pages of the tutorial, and builds and tests them as a reader would. Each page has a
 * test in {@code src/it/tutorial/checks}. Pages 8 and 9 are the application of {@code src/it/tutorial}.
 */
class TutorialIT {

    private static final Path STATES = Path.of("target", "tutorial");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void eachPageLeavesAnApplicationThatWorks(int page) throws IOException, InterruptedException {
        Path folder = write(page);
        String check = "Step" + page + "Test";
        Path test = folder.resolve("src/test/java/org/acme/shop").resolve(check + ".java");
        Files.createDirectories(test.getParent());
        Files.copy(Tutorial.APPLICATION.resolve("checks").resolve(check + ".java"), test);

        Path log = STATES.resolve(page + ".log");
        int code = build(folder, log);

        assertThat(code).as("see %s", log.toAbsolutePath()).isZero();
        assertThat(folder.resolve("target/surefire-reports/TEST-org.acme.shop." + check + ".xml"))
                .content()
                .contains("tests=\"1\"", "errors=\"0\"", "skipped=\"0\"", "failures=\"0\"");
        assertThat(folder.resolve("target/quarkus-app/quarkus-run.jar")).exists();
    }

    private static Path write(int pages) throws IOException {
        Path folder = STATES.resolve(String.valueOf(pages));
        if (Files.exists(folder)) {
            delete(folder);
        }
        for (Map.Entry<String, String> file : Tutorial.state(pages).entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        return folder;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Builds with the jar that this build installed for {@code src/it}. All other files are from the local
     * repository.
     */
    private static int build(Path folder, Path log) throws IOException, InterruptedException {
        Path installed = Path.of("target", "it-repository").toAbsolutePath();
        assertThat(installed.resolve("io/github/rowmill/rowmill")).isDirectory();
        List<String> command = List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + installed,
                "-Dmaven.repo.local.tail=" + System.getProperty("side.repository"),
                "-Dquarkus.platform.version=" + System.getProperty("side.quarkus"),
                "-Dpostgres.platform=" + System.getProperty("side.postgres"),
                "verify");
        ProcessBuilder maven = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        maven.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
        return maven.start().waitFor();
    }
}
