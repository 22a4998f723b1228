package io.github.rowmill.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Checks that the classes which picocli reads by reflection are registered for native images with the command line
 * only.
 */
class ReflectionTest {

    private static final Path REGISTERED =
            Path.of("src/main/resources/META-INF/native-image/io.github.rowmill/rowmill/reflect-config.json");

    @Test
    void eachClassWithPicocliAnnotationsIsRegisteredWithTheMainClass() throws IOException {
        JsonNode registered = new ObjectMapper().readTree(REGISTERED.toFile());

        assertThat(names(registered, "/name")).containsExactlyInAnyOrderElementsOf(annotated());
        assertThat(names(registered, "/condition/typeReachable")).containsOnly(Main.class.getName());
    }

    private static List<String> names(JsonNode registered, String pointer) {
        return StreamSupport.stream(registered.spliterator(), false)
                .map(each -> each.at(pointer).textValue())
                .toList();
    }

    private static List<String> annotated() {
        return new ClassFileImporter()
                .importPath(Path.of("target", "classes", "io", "github", "rowmill", "operate", "cli")).stream()
                        .filter(type ->
                                Stream.concat(Stream.of(type), members(type)).anyMatch(ReflectionTest::isAnnotated))
                        .map(JavaClass::getName)
                        .toList();
    }

    private static Stream<JavaMember> members(JavaClass type) {
        return type.getMembers().stream();
    }

    private static boolean isAnnotated(CanBeAnnotated element) {
        return element.isAnnotatedWith("picocli.CommandLine$Command")
                || element.isAnnotatedWith("picocli.CommandLine$ArgGroup")
                || element.isAnnotatedWith("picocli.CommandLine$Option")
                || element.isAnnotatedWith("picocli.CommandLine$Parameters");
    }
}
