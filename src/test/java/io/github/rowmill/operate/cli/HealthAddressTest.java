package io.github.rowmill.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an image that is built with one configuration and runs with another. */
class HealthAddressTest {

    @TempDir
    Path folder;

    @Test
    void withoutSettingsTheAddressIsThatOfTheBuild() throws IOException {
        assertThat(address(Map.of())).isEqualTo("http://localhost:8080/shop/q/health/ready");
    }

    @Test
    void anEnvironmentVariableChangesTheAddress() throws IOException {
        assertThat(address(Map.of("QUARKUS_HTTP_PORT", "9100"))).startsWith("http://localhost:9100/shop/");
    }

    @Test
    void aConfigFileBesideTheImageChangesTheAddress() throws IOException {
        Files.writeString(
                Files.createDirectory(folder.resolve("config")).resolve("application.properties"),
                "quarkus.http.port=9200");

        assertThat(address(Map.of())).startsWith("http://localhost:9200/shop/");
    }

    @Test
    void aNamedConfigFileChangesTheAddress() throws IOException {
        Path file = Files.writeString(folder.resolve("node.properties"), "quarkus.http.port=9300");

        assertThat(address(Map.of("SMALLRYE_CONFIG_LOCATIONS", file.toString())))
                .startsWith("http://localhost:9300/shop/");
    }

    private String address(Map<String, String> environment) throws IOException {
        ProcessBuilder image = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ImageOfHealth.class.getName()))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        image.environment().putAll(environment);
        Process process = image.start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
