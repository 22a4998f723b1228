package io.github.rowmill.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the manifests of {@code deploy} with the API's own model, and with each other. */
class ManifestsTest {

    private static final Path KUBERNETES = Path.of("deploy", "kubernetes");
    private static final Path COMPOSE = Path.of("deploy", "compose.yaml");

    /** Time that an application needs for its own stop, besides Rowmill's; see NodeLog. */
    private static final Duration OWN_STOP = Duration.ofSeconds(2);

    private interface Model {
        void check(JsonElement manifest) throws IOException;
    }

    private static final Map<String, Model> MODELS = Map.of(
            "Deployment", V1Deployment::validateJsonElement,
            "Job", V1Job::validateJsonElement,
            "NetworkPolicy", V1NetworkPolicy::validateJsonElement,
            "PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
            "Service", V1Service::validateJsonElement);

    /** Fields that the documentation of these kinds names. No model of these kinds is published for Java. */
    private static final Map<String, List<String>> FIELDS = Map.of(
            "Kustomization", List.of("apiVersion", "kind", "resources", "images", "patches"),
            "TriggerAuthentication", List.of("apiVersion", "kind", "metadata", "spec.secretTargetRef"),
            "ScaledObject",
                    List.of(
                            "apiVersion",
                            "kind",
                            "metadata",
                            "spec.scaleTargetRef",
                            "spec.minReplicaCount",
                            "spec.maxReplicaCount",
                            "spec.pollingInterval",
                            "spec.cooldownPeriod",
                            "spec.triggers"));

    static Stream<JsonNode> manifests() {
        return files().flatMap(file -> Yaml.documents(file).stream());
    }

    private static Stream<Path> files() {
        return Stream.of(KUBERNETES, Path.of("deploy", "keda")).flatMap(folder -> Yaml.files(folder).stream());
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void everyManifestMatchesTheModelOfItsKind(JsonNode manifest) {
        String kind = manifest.path("kind").asText();
        if (MODELS.containsKey(kind)) {
            assertThatCode(() -> MODELS.get(kind).check(JsonParser.parseString(manifest.toString())))
                    .doesNotThrowAnyException();
        } else {
            assertThat(FIELDS).containsKey(kind);
            assertThat(fields(manifest)).isSubsetOf(FIELDS.get(kind));
        }
    }

    private static List<String> fields(JsonNode manifest) {
        return manifest.properties().stream()
                .flatMap(field -> field.getKey().equals("spec")
                        ? field.getValue().properties().stream().map(part -> "spec." + part.getKey())
                        : Stream.of(field.getKey()))
                .toList();
    }

    @Test
    void aMisspeltFieldWouldBeFound() {
        ObjectNode deployment = deployment().deepCopy();
        ((ObjectNode) deployment.at("/spec/template/spec")).put("terminationGracePeriod", 30);

        assertThatThrownBy(() -> V1Deployment.validateJsonElement(JsonParser.parseString(deployment.toString())))
                .hasMessageContaining("terminationGracePeriod");
    }

    @Test
    void kustomizationsNameExactlyTheExistingFiles() {
        for (Path file : files().toList()) {
            if (file.endsWith("kustomization.yaml")) {
                assertThat(Yaml.document(file).path("resources"))
                        .allSatisfy(resource -> assertThat(
                                        file.resolveSibling(resource.asText()).normalize())
                                .exists());
            } else {
                assertThat(Yaml.document(file.resolveSibling("kustomization.yaml"))
                                .path("resources"))
                        .extracting(JsonNode::asText)
                        .contains(file.getFileName().toString());
            }
        }
    }

    @Test
    void selectorsFindThePodsOfTheDeployment() {
        JsonNode labels = deployment().at("/spec/template/metadata/labels");

        assertThat(deployment().at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(manifest("service.yaml").at("/spec/selector")).isEqualTo(labels);
        assertThat(manifest("disruption-budget.yaml").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(manifest("network-policy.yaml").at("/spec/podSelector/matchLabels"))
                .isEqualTo(labels);
    }

    @Test
    void theGracePeriodsAgreeAndTheDrainFitsThem() {
        Map<String, String> pod = new HashMap<>();
        deployment().at("/spec/template/spec/containers/0/env").forEach(variable -> {
            if (variable.has("value")) {
                pod.put(variable.path("name").asText(), variable.path("value").asText());
            }
        });
        Map<String, String> node = new HashMap<>();
        Yaml.document(COMPOSE)
                .at("/services/node/environment")
                .properties()
                .forEach(variable ->
                        node.put(variable.getKey(), variable.getValue().asText()));

        assertFits(
                pod,
                Duration.ofSeconds(deployment()
                        .at("/spec/template/spec/terminationGracePeriodSeconds")
                        .asLong()));
        assertFits(
                node,
                seconds(Yaml.document(COMPOSE)
                        .at("/services/node/stop_grace_period")
                        .asText()));
    }

    private static void assertFits(Map<String, String> environment, Duration gracePeriod) {
        assertThat(gracePeriod).isPositive();
        assertThat(seconds(environment.get("ROWMILL_GRACE_PERIOD"))).isEqualTo(gracePeriod);
        assertThat(seconds(environment.get("ROWMILL_DRAIN")).plus(OWN_STOP)).isLessThanOrEqualTo(gracePeriod);
    }

    private static Duration seconds(String text) {
        return Duration.parse("PT" + text);
    }

    /** Reads the variables as a node does. A key that is no setting of Rowmill prevents the start. */
    @Test
    void everyVariableOfRowmillIsASetting() throws IOException {
        Pattern variable = Pattern.compile(
                "\\b(ROWMILL_(?!DATABASE_PASSWORD|IMAGE)[A-Z_]+): (\\S+)|name: (ROWMILL_\\w+)\\s+value: (\\S+)");
        Map<String, String> settings = new HashMap<>();
        for (Path file : Yaml.files(Path.of("deploy"))) {
            variable.matcher(Files.readString(file))
                    .results()
                    .forEach(found -> settings.put(
                            key(found.group(1) == null ? found.group(3) : found.group(1)),
                            found.group(2) == null ? found.group(4) : found.group(2)));
        }

        RowmillConfig config = TestConfig.of(settings);

        assertThat(settings).containsKeys("rowmill.drain", "rowmill.grace-period");
        assertThat(config.gracePeriod()).contains(Duration.ofSeconds(30));
    }

    private static String key(String variable) {
        return variable.toLowerCase(Locale.ROOT).replaceFirst("_", ".").replace('_', '-');
    }

    @Test
    void theProbesCallTheHealthPaths() {
        JsonNode container = deployment().at("/spec/template/spec/containers/0");

        assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/q/health/started");
        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/q/health/ready");
        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/q/health/live");
    }

    @Test
    void composeStartsNodesAfterTheMigration() {
        JsonNode services = Yaml.document(COMPOSE).path("services");

        assertThat(services.properties())
                .extracting(Map.Entry::getKey)
                .contains("postgres", "migrate", "node", "prometheus");
        assertThat(services.at("/node/deploy/replicas").asInt()).isEqualTo(2);
        assertThat(services.at("/node/depends_on/migrate/condition").asText())
                .isEqualTo("service_completed_successfully");
    }

    private static JsonNode deployment() {
        return manifest("deployment.yaml");
    }

    private static JsonNode manifest(String file) {
        return Yaml.document(KUBERNETES.resolve(file));
    }
}
