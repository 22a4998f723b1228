package io.github.rowmill.operate.http.walk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An operation of the API's description.
 *
 * @param fields fields of the object in the body, or of the objects in the array in the body
 */
record Described(
        String id,
        String method,
        String path,
        Set<String> inPath,
        Set<String> inQuery,
        Set<String> inHeader,
        List<String> fields,
        boolean isArray) {

    private static final String BODY = "/requestBody/content/application~1json/schema";

    /** Reads all operations of the document. */
    static List<Described> all(Path document) throws IOException {
        JsonNode root = new YAMLMapper().readTree(document.toFile());
        List<Described> operations = new ArrayList<>();
        root.get("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(
                                method -> operations.add(of(root, path.getKey(), method.getKey(), method.getValue()))));
        return operations;
    }

    private static Described of(JsonNode root, String path, String method, JsonNode operation) {
        JsonNode body = operation.at(BODY);
        boolean isArray = body.path("type").asText().equals("array");
        List<String> fields = new ArrayList<>();
        Iterator<String> names = resolved(root, isArray ? body.get("items") : body)
                .path("properties")
                .fieldNames();
        names.forEachRemaining(fields::add);
        return new Described(
                operation.get("operationId").textValue(),
                method.toUpperCase(Locale.ROOT),
                path,
                parameters(operation, "path"),
                parameters(operation, "query"),
                parameters(operation, "header"),
                fields,
                isArray);
    }

    private static JsonNode resolved(JsonNode root, JsonNode schema) {
        return schema.has("$ref") ? root.at(schema.get("$ref").textValue().substring(1)) : schema;
    }

    private static Set<String> parameters(JsonNode operation, String where) {
        Set<String> names = new LinkedHashSet<>();
        operation.path("parameters").forEach(parameter -> {
            if (parameter.get("in").textValue().equals(where)) {
                names.add(parameter.get("name").textValue());
            }
        });
        return names;
    }

    boolean hasBody() {
        return !fields.isEmpty();
    }
}
