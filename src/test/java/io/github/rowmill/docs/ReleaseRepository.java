package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A repository with this one's POM, changelog, documents and release script. Its build only writes files. */
final class ReleaseRepository {

    static final String URL = "https://forge.example/rowmill/rowmill";

    /** Creates the files of a build, with the version in the POM. */
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

    private static final List<String> FILES = List.of(
            "pom.xml",
            "README.md",
            "CHANGELOG.md",
            ".gitignore",
            "docs/dependencies.md",
            "docs/how-to/get-started.md",
            "examples/outbox/pom.xml",
            "examples/flow/pom.xml",
            "src/main/release/release");

    private final Path folder;

    /** The end of a command: its exit code, and what it wrote. */
    record Ran(int code, String said) {}

    private ReleaseRepository(Path folder) {
        this.folder = folder;
    }

    /** Creates a repository from this one, with one commit. */
    static ReleaseRepository in(Path folder) throws IOException, InterruptedException {
        return in(folder, Path.of(""));
    }

    /**
     * Creates a repository from another one, with one commit and as if there had been no release yet. The build of a
     * release runs this on the release.
     */
    static ReleaseRepository in(Path folder, Path other) throws IOException, InterruptedException {
        ReleaseRepository repository = new ReleaseRepository(folder);
        for (String file : FILES) {
            Path copy = folder.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(other.resolve(file), copy);
        }
        repository.write("pom.xml", withoutRelease(Files.readString(other.resolve("pom.xml"))));
        repository.write("CHANGELOG.md", withEntry(Files.readString(other.resolve("CHANGELOG.md"))));
        Files.writeString(folder.resolve("mvnw"), BUILD);
        assertThat(folder.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        repository.git("init", "--quiet", "--initial-branch=main");
        repository.git("config", "user.name", "Ada");
        repository.git("config", "user.email", "ada@example.org");
        repository.commitAll("what there was");
        return repository;
    }

    private static String withoutRelease(String pom) {
        return pom.replaceAll("(?m)^    <version>.*</version>$", "    <version>0.1.0-SNAPSHOT</version>")
                .replaceAll("(?s)\n    <url>[^<]*</url>\n    <scm>.*?</scm>\n", "\n    <!-- url and scm -->\n");
    }

    private static String withEntry(String changelog) {
        return changelog.replaceFirst("(## \\[Unreleased]\n)\n(## \\[)", "$1\n### Added\n- Something.\n\n$2");
    }

    Path resolve(String file) {
        return folder.resolve(file);
    }

    /** Replaces a file. */
    void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    Ran release(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "src/main/release/release"));
        command.addAll(List.of(arguments));
        return run(folder, command.toArray(String[]::new));
    }

    void commitAll(String message) throws IOException, InterruptedException {
        git("add", "--all");
        git("commit", "--quiet", "--message", message);
    }

    String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Ran ran = run(folder, command.toArray(String[]::new));
        assertThat(ran.code()).as(ran.said()).isZero();
        return ran.said().strip();
    }

    /**
     * Runs a command without this machine's settings of git. The keys of gpg are in the folder {@code keys} beside
     * {@code folder}.
     */
    static Ran run(Path folder, String... command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("release", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.environment().put("GNUPGHOME", folder.resolveSibling("keys").toString());
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES))
                .as(String.join(" ", command))
                .isTrue();
        return new Ran(process.exitValue(), Files.readString(said));
    }
}
