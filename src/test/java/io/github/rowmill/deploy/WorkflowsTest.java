package io.github.rowmill.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the workflows on the forge. They run the scripts of this repository, on the versions that its documents
 * name.
 */
class WorkflowsTest {

    private static final Path VERIFY = Path.of(".github", "workflows", "verify.yml");
    private static final Path RELEASE = Path.of(".github", "workflows", "release.yml");
    private static final Path FORMS = Path.of(".github", "ISSUE_TEMPLATE");
    private static final Pattern STEP = Pattern.compile("\\.ci/run (\\w+)");

    @ParameterizedTest
    @ValueSource(strings = {"verify.yml", "release.yml"})
    void anActionIsPinnedToACommit(String name) throws IOException {
        List<String> uses = Files.readAllLines(VERIFY.resolveSibling(name)).stream()
                .filter(line -> line.contains("uses: "))
                .toList();

        assertThat(uses)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).matches("\\s+- uses: [\\w-]+/[\\w-]+@[0-9a-f]{40} # v[0-9.]+"));
    }

    @Test
    void eachJobRunsAStepOfTheScriptOfCi() {
        List<String> steps = commands(VERIFY).stream().map(WorkflowsTest::step).toList();

        assertThat(steps).containsExactly("verify", "whole", "native", "images");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools", "verify", "whole", "native", "images"})
    void theScriptOfCiHasTheStep(String step) throws IOException {
        assertThat(Files.readString(Path.of(".ci", "run")))
                .containsPattern("(?m)^ {4}(\\w+ \\| )*%s( \\| \\w+)*\\) ".formatted(step));
    }

    @Test
    void theScriptOfCiRefusesAnotherStep() throws Exception {
        Process process = new ProcessBuilder("bash", ".ci/run", "nothing")
                .redirectErrorStream(true)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes())).contains("usage: .ci/run [tools | verify | ");
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
    }

    @Test
    void theVersionsAreThoseThatTheDocumentsName() throws IOException {
        JsonNode matrix = Yaml.document(VERIFY).at("/jobs/verify/strategy/matrix");

        assertThat(texts(matrix.get("java"))).containsExactly("17", "21", "25");
        assertThat(Files.readString(Path.of("README.md"))).contains("| 17 to 25 |");
        List<String> quarkus = texts(matrix.get("quarkus"));
        assertThat(quarkus).hasSize(2);
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains("<quarkus.platform.version>%s<".formatted(quarkus.get(0)));
        assertThat(Files.readString(Path.of("SECURITY.md")))
                .containsPattern("It also runs on .*" + Pattern.quote(quarkus.get(1)));
    }

    @Test
    void theReleaseJobCallsTheScriptWithKnownOptions() throws IOException {
        String script = Files.readString(Path.of("src", "main", "release", "release"));
        String all = String.join("\n", commands(RELEASE));

        assertThat(all)
                .containsPattern("(?m)^src/main/release/release \"\\$VERSION\" ")
                .contains(".ci/run tools");
        Matcher option = Pattern.compile("src/main/release/release.*").matcher(all);
        assertThat(option.find()).isTrue();
        assertThat(Pattern.compile(" (--[a-z-]+)")
                        .matcher(option.group())
                        .results()
                        .map(one -> one.group(1)))
                .hasSize(2)
                .allSatisfy(name -> assertThat(script).contains("        %s)".formatted(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bug.yml", "feature.yml"})
    void aFormHasFieldsWithNames(String name) {
        JsonNode form = Yaml.document(FORMS.resolve(name));

        assertThat(form.get("name").asText()).isNotBlank();
        assertThat(form.get("description").asText()).isNotBlank();
        List<String> ids = new ArrayList<>();
        form.get("body").forEach(field -> {
            assertThat(field.get("type").asText()).isIn("markdown", "textarea", "input");
            if (!field.get("type").asText().equals("markdown")) {
                ids.add(field.get("id").asText());
                assertThat(field.at("/attributes/label").asText()).isNotBlank();
            }
        });
        assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
    }

    private static String step(String command) {
        Matcher matcher = STEP.matcher(command);
        assertThat(matcher.matches()).as(command).isTrue();
        return matcher.group(1);
    }

    private static List<String> commands(Path workflow) {
        List<String> commands = new ArrayList<>();
        Yaml.document(workflow)
                .get("jobs")
                .forEach(job -> job.get("steps").forEach(step -> {
                    if (step.has("run")) {
                        commands.add(step.get("run").asText());
                    }
                }));
        return commands;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }
}
