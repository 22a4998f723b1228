package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Compares the description of the API with {@code docs/openapi.yaml}. The description is public, so each change of it
 * is made on purpose.
 */
@QuarkusTest
class OpenApiTest {

    private static final Path KEPT = Path.of("docs/openapi.yaml");
    private static final Path MADE = Path.of("target/openapi.yaml");
    private static final String PATHS = "/rowmill/api";
    private static final String SCHEMA = "#/components/schemas/";

    private final YAMLMapper yaml = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    @Test
    void theDescriptionMatchesTheStoredFile() throws IOException {
        String made = yaml.writeValueAsString(yaml.treeToValue(ofRowmillAlone(served()), Map.class));
        Files.writeString(MADE, made);

        assertThat(made)
                .as("the API's description has changed; if that is meant: cp %s %s", MADE, KEPT)
                .isEqualTo(Files.exists(KEPT) ? Files.readString(KEPT) : "");
    }

    private static ObjectNode served() throws JsonProcessingException {
        String json = given().get("/q/openapi?format=json")
                .then()
                .statusCode(200)
                .extract()
                .asString();
        return (ObjectNode) new ObjectMapper().readTree(json);
    }

    /** Removes the parts that belong to the surrounding application, or that change with each release. */
    private static ObjectNode ofRowmillAlone(ObjectNode all) {
        ObjectNode paths = (ObjectNode) all.get("paths");
        retain(paths, name -> name.startsWith(PATHS));
        Set<String> used = new HashSet<>();
        collect(paths, (ObjectNode) all.at("/components/schemas"), used);
        retain((ObjectNode) all.at("/components/schemas"), used::contains);
        retain((ObjectNode) all.get("components"), "schemas"::equals);
        ((ObjectNode) all.get("info")).remove("version");
        all.remove("servers");
        return all;
    }

    private static void collect(JsonNode node, ObjectNode schemas, Set<String> used) {
        for (JsonNode reference : node.findValues("$ref")) {
            String name = reference.textValue().substring(SCHEMA.length());
            if (used.add(name)) {
                collect(schemas.get(name), schemas, used);
            }
        }
    }

    private static void retain(ObjectNode object, Predicate<String> wanted) {
        Iterator<String> names = object.fieldNames();
        while (names.hasNext()) {
            if (!wanted.test(names.next())) {
                names.remove();
            }
        }
    }
}
