package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The application as it was at an older commit, built once, in a clone under {@code target}. */
final class OlderApplication {

    /** Before there was a rule of a queue, a key or a schedule: schema 1.4. */
    private static final String BEFORE_THE_FIRST_RELEASE = "f8dde6e";

    private OlderApplication() {}

    /**
     * The folder of its runnable. Of {@code -Dupgrade.from}, a tag or a commit; without it of the last tag that is not of
     * this commit, and without any tag of a commit before the first release.
     */
    static Path build() throws IOException, InterruptedException {
        String wanted = System.getProperty("upgrade.from", "");
        String commit =
                run(Path.of("."), "git", "rev-parse", "--short", (wanted.isEmpty() ? lastTag() : wanted) + "^{commit}");
        Path clone = Path.of("target", "upgrade", commit);
        Path application = clone.resolve("target/quarkus-app");
        if (Files.notExists(application.resolve("quarkus-run.jar"))) {
            run(Path.of("."), "git", "clone", "--quiet", ".", clone.toString());
            run(clone, "git", "checkout", "--quiet", commit);
            run(clone, "./mvnw", "-B", "-ntp", "-q", "package", "-Dmaven.test.skip=true");
        }
        System.out.println("upgrade: the older application is that of " + commit);
        return application;
    }

    private static String lastTag() throws IOException, InterruptedException {
        List<String> tags = run(
                        Path.of("."), "git", "tag", "--merged", "HEAD~1", "--list", "v*", "--sort=-version:refname")
                .lines()
                .toList();
        return tags.isEmpty() ? BEFORE_THE_FIRST_RELEASE : tags.get(0);
    }

    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("upgrade", ".out");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(15, TimeUnit.MINUTES))
                .as(String.join(" ", command))
                .isTrue();
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        return Files.readString(said).strip();
    }
}
