package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The application of the version before the latest migration. It is built once, in a clone under {@code target}. */
final class OlderApplication {

    private OlderApplication() {}

    /**
     * Builds the commit that {@code -Dupgrade.from} names, or the last commit before the latest migration. Returns
     * the folder of its runnable application. Returns empty if there is only one migration, because no older version
     * has other tables.
     */
    static Optional<Path> build() throws IOException, InterruptedException {
        String wanted = System.getProperty("upgrade.from", "");
        List<Path> migrations = MigrationFolder.files();
        if (wanted.isEmpty() && migrations.size() == 1) {
            return Optional.empty();
        }
        return Optional.of(build(wanted.isEmpty() ? before(migrations.get(migrations.size() - 1)) : wanted));
    }

    private static Path build(String version) throws IOException, InterruptedException {
        String commit = run(Path.of("."), "git", "rev-parse", "--short", version + "^{commit}");
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

    /** Returns the parent of the commit that added a migration, or {@code HEAD} if no commit has added it yet. */
    private static String before(Path migration) throws IOException, InterruptedException {
        String added =
                run(Path.of("."), "git", "log", "-1", "--diff-filter=A", "--format=%H", "--", migration.toString());
        return added.isEmpty() ? "HEAD" : added + "^";
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
