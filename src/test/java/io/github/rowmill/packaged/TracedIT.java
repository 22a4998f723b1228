package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the build of an application that has an OpenAPI document and manifests: its log and its files. */
class TracedIT {

    private static final Path APPLICATION = Path.of("target", "it", "traced");

    @Test
    void manifestsHaveNothingForRowmillsOwnExtensions() throws IOException {
        Path manifests = APPLICATION.resolve("target/kubernetes/kubernetes.yml");

        try (Stream<String> lines = Files.lines(manifests)) {
            assertThat(lines.filter(line -> line.startsWith("kind: ")))
                    .containsExactly("kind: Service", "kind: Deployment");
        }
        assertThat(manifests).content().doesNotContainIgnoringCase("flyway");
    }

    @Test
    void theOpenApiDocumentIsReadWithoutWarnings() throws IOException {
        assertThat(APPLICATION.resolve("build.log"))
                .content()
                .contains("Quarkus augmentation completed")
                .doesNotContain("SROAP");
    }

    /** Checks the logs of all applications. An application gets no defaults for an extension that it does not have. */
    @Test
    void noBuildLogsAnUnknownKubernetesSetting() throws IOException {
        try (Stream<Path> applications = Files.list(APPLICATION.getParent())) {
            assertThat(applications.map(folder -> folder.resolve("build.log")).filter(Files::exists))
                    .isNotEmpty()
                    .allSatisfy(log -> assertThat(log)
                            .content()
                            .doesNotContain("Unrecognized configuration key \"quarkus.kubernetes"));
        }
    }
}
