package io.github.rowmill.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that the application still logs the messages that the harness counts. Otherwise the harness would count
 * nothing, and pass.
 */
class NodeLogsTest {

    private static final Path CLASSES = Path.of("target", "classes", "io", "github", "rowmill");

    @ParameterizedTest
    @EnumSource(NodeLogs.Saying.class)
    void aClassOfTheApplicationContainsTheMessage(NodeLogs.Saying saying) throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            assertThat(files.filter(file -> file.toString().endsWith(".class")).map(NodeLogsTest::text))
                    .anyMatch(text -> text.contains(saying.text()));
        }
    }

    private static String text(Path classFile) {
        try {
            return new String(Files.readAllBytes(classFile), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
