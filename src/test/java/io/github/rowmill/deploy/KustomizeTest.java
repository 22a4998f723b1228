package io.github.rowmill.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the manifests that kubectl builds from the folders for {@code -k}. Skipped where kubectl is missing, or too
 * old for patches.
 */
class KustomizeTest {

    private static final Path KUBECTL = Path.of("/usr/bin/kubectl");

    @TempDir
    Path folder;

    @BeforeEach
    void needsKubectl() throws IOException, InterruptedException {
        assumeThat(KUBECTL).as("kubectl").exists();
        assumeThat(said("version", "--client")).as("kubectl's own kustomize").contains("Kustomize Version: v5");
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes, Service Deployment PodDisruptionBudget NetworkPolicy",
        "kubernetes/migrate, Job",
        "keda, Service Deployment PodDisruptionBudget ScaledObject TriggerAuthentication NetworkPolicy"
    })
    void eachFolderIsBuilt(String name, String kinds) throws IOException, InterruptedException {
        assertThat(built(name))
                .extracting(manifest -> manifest.path("kind").asText())
                .containsExactlyInAnyOrder(kinds.split(" "));
    }

    @Test
    void onlyTheUnscaledDeploymentSetsReplicas() throws IOException, InterruptedException {
        assertThat(deployment("kubernetes").at("/spec/replicas").asInt()).isPositive();
        assertThat(deployment("keda").at("/spec/replicas").isMissingNode()).isTrue();
        assertThat(deployment("keda")
                        .at("/spec/template/spec/containers/0/image")
                        .asText())
                .isEqualTo("quarkus/rowmill-jvm:latest");
    }

    private JsonNode deployment(String name) throws IOException, InterruptedException {
        return built(name).stream()
                .filter(manifest -> manifest.path("kind").asText().equals("Deployment"))
                .findAny()
                .orElseThrow();
    }

    private List<JsonNode> built(String name) throws IOException, InterruptedException {
        Path file = folder.resolve("built.yaml");
        Files.writeString(file, said("kustomize", "deploy/" + name));
        return Yaml.documents(file);
    }

    private static String said(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(KUBECTL.toString()));
        command.addAll(List.of(arguments));
        Process kubectl = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(kubectl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(kubectl.waitFor()).as(said).isZero();
        return said;
    }
}
