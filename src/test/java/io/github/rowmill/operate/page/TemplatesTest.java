package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.qute.Engine;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that templates declare the names that they use. Quarkus generates code for declared names only, and a native
 * image has no other code.
 */
@QuarkusTest
class TemplatesTest {

    private static final Path FOLDER = Path.of("src/main/resources/templates/rowmill");

    @Inject
    Engine engine;

    @Test
    void everyTemplateDeclaresTheNamesThatItUses() throws IOException {
        assertThat(names().flatMap(this::undeclared)).isEmpty();
    }

    private static Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".html", "")).toList().stream();
        }
    }

    private Stream<String> undeclared(String name) {
        return engine.getTemplate("rowmill/" + name).getExpressions().stream()
                .filter(each -> !each.isLiteral() && !each.hasNamespace() && !each.hasTypeInfo())
                .map(each -> name + ": " + each.toOriginalString());
    }
}
