package io.github.rowmill.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads YAML files, such as those of {@code deploy}. */
public final class Yaml {

    private static final ObjectMapper MAPPER = new YAMLMapper();

    private Yaml() {}

    /** Returns all documents of a file. */
    public static List<JsonNode> documents(Path file) {
        try (var documents = MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
            return documents.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** Returns the first document of a file. */
    public static JsonNode document(Path file) {
        return documents(file).get(0);
    }

    /** Returns the YAML files below a folder. */
    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
