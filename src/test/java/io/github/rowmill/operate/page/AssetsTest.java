package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Checks the files that are sent to browsers. */
class AssetsTest {

    private static final Path FOLDER = Path.of("src/main/resources/META-INF/resources/rowmill/assets");

    private static final int MAX_ZIPPED = 60_000;

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    private static boolean isOfOthers(Path file) {
        return file.toString().contains(".min.");
    }

    @Test
    void thirdPartyFilesMatchTheirChecksums() throws Exception {
        List<String> sums = Files.readAllLines(FOLDER.resolve("SHA256SUMS"));
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");

        assertThat(files().stream().filter(AssetsTest::isOfOthers)).hasSameSizeAs(sums);
        for (String line : sums) {
            String[] sum = line.split("  ");
            byte[] content = Files.readAllBytes(FOLDER.resolve(sum[1]));
            assertThat(HexFormat.of().formatHex(sha256.digest(content)))
                    .as(sum[1])
                    .isEqualTo(sum[0]);
        }
    }

    @Test
    void thirdPartyFilesHaveTheirLicence() throws IOException {
        String licences = Files.readString(FOLDER.resolve("LICENSES.txt"));

        assertThat(files().stream()
                        .filter(AssetsTest::isOfOthers)
                        .map(file -> file.getFileName().toString()))
                .isNotEmpty()
                .allMatch(licences::contains);
        assertThat(licences).contains("Zero-Clause BSD", "The MIT License", "Copyright (c) 2022 Leon Sorokin");
    }

    @Test
    void allCompressedFilesHaveLessThan60Kilobytes() throws IOException {
        int zipped = 0;
        for (Path file : files()) {
            if (file.toString().matches(".*\\.(js|css|svg)")) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                    zip.write(Files.readAllBytes(file));
                }
                zipped += out.size();
            }
        }
        assertThat(zipped).isPositive().isLessThan(MAX_ZIPPED);
    }
}
