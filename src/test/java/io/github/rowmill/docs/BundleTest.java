package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bundle of a release. Maven Central accepts or refuses a bundle as a whole. */
class BundleTest {

    private static final String FOLDER = "io/github/rowmill/rowmill/0.1.0/";
    private static final List<String> FILES = List.of(
            "rowmill-0.1.0-cyclonedx.json",
            "rowmill-0.1.0-cyclonedx.xml",
            "rowmill-0.1.0-javadoc.jar",
            "rowmill-0.1.0-sources.jar",
            "rowmill-0.1.0.jar",
            "rowmill-0.1.0.pom");

    @TempDir
    Path folder;

    private ReleaseRepository repository;

    @BeforeEach
    void copy() throws IOException, InterruptedException {
        repository = ReleaseRepository.in(folder.resolve("rowmill"));
    }

    @Test
    void eachFileIsInItsFolderWithBothChecksums() throws Exception {
        release();

        Map<String, byte[]> entries = entries();
        assertThat(entries.keySet())
                .containsExactlyInAnyOrderElementsOf(FILES.stream()
                        .flatMap(file -> Stream.of(file, file + ".md5", file + ".sha1"))
                        .map(FOLDER::concat)
                        .toList());
        for (String file : FILES) {
            byte[] content = entries.get(FOLDER + file);
            assertThat(entries.get(FOLDER + file + ".md5")).asString().isEqualToIgnoringNewLines(hash("MD5", content));
            assertThat(entries.get(FOLDER + file + ".sha1"))
                    .asString()
                    .isEqualToIgnoringNewLines(hash("SHA-1", content));
        }
        assertThat(entries.get(FOLDER + "rowmill-0.1.0.jar")).asString().contains("verify -Pwhole,release");
    }

    @Test
    void thePomOfTheBundleKeepsTheRulesOfMavenCentral() throws Exception {
        release();

        assertThat(CentralRules.broken(new String(entries().get(FOLDER + "rowmill-0.1.0.pom"))))
                .isEmpty();
    }

    @Test
    void aKeySignsEachFileOfTheBundle() throws Exception {
        assumeThat(ReleaseRepository.run(folder, "sh", "-c", "command -v gpg").code())
                .isZero();
        makeKey();

        release("--key", "ada@example.org");

        Map<String, byte[]> entries = entries();
        assertThat(entries).hasSize(4 * FILES.size());
        Path read = Files.createDirectory(folder.resolve("read"));
        for (String file : FILES) {
            Files.write(read.resolve(file), entries.get(FOLDER + file));
            Files.write(read.resolve(file + ".asc"), entries.get(FOLDER + file + ".asc"));
            assertThat(ReleaseRepository.run(read, "gpg", "--verify", file + ".asc", file))
                    .satisfies(ran -> assertThat(ran.code()).as(ran.said()).isZero());
        }
        Files.writeString(read.resolve(FILES.get(0)), "changed");
        assertThat(ReleaseRepository.run(read, "gpg", "--verify", FILES.get(0) + ".asc", FILES.get(0))
                        .code())
                .isEqualTo(1);
    }

    @AfterEach
    void stopTheAgentOfGpg() throws IOException, InterruptedException {
        if (Files.exists(folder.resolve("keys"))) {
            ReleaseRepository.run(repository.resolve(""), "gpgconf", "--kill", "gpg-agent");
        }
    }

    private void makeKey() throws IOException, InterruptedException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        assertThat(keys.toFile().setReadable(false, false) && keys.toFile().setReadable(true, true))
                .isTrue();
        ReleaseRepository.Ran made = ReleaseRepository.run(
                repository.resolve(""),
                "gpg",
                "--batch",
                "--passphrase",
                "",
                "--quick-generate-key",
                "ada@example.org");
        assertThat(made.code()).as(made.said()).isZero();
    }

    private void release(String... options) throws IOException, InterruptedException {
        ReleaseRepository.Ran ran = repository.release(
                Stream.concat(Stream.of("0.1.0", "--repository", ReleaseRepository.URL), Stream.of(options))
                        .toArray(String[]::new));
        assertThat(ran.code()).as(ran.said()).isZero();
    }

    private Map<String, byte[]> entries() throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        Path bundle = repository.resolve("target/release/0.1.0/rowmill-0.1.0-bundle.zip");
        try (ZipFile zip = new ZipFile(bundle.toFile())) {
            for (ZipEntry entry : zip.stream().filter(one -> !one.isDirectory()).toList()) {
                try (InputStream content = zip.getInputStream(entry)) {
                    entries.put(entry.getName(), content.readAllBytes());
                }
            }
        }
        return entries;
    }

    private static String hash(String algorithm, byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    }
}
