package io.github.rowmill.packaged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The input of the compiler in a native build: the runner's jar and its libraries. */
record NativeSources(Path folder) {

    /** Returns the jars of the class path. */
    List<Path> jars() {
        try (Stream<Path> own = Files.list(folder);
                Stream<Path> libraries = Files.list(folder.resolve("lib"))) {
            return Stream.concat(own, libraries)
                    .filter(file -> file.toString().endsWith(".jar"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of the first file of this name on the class path. */
    Optional<String> text(String name) {
        return texts(file -> file.equals(name)).stream().findFirst();
    }

    /** Returns the classes that Quarkus registered for reflection. */
    Set<String> reflective() {
        Set<String> names = new TreeSet<>();
        for (String config : texts(file -> isConfig(file, "reflect-config.json"))) {
            json(config).forEach(type -> names.add(type.path("name").asText()));
        }
        return names;
    }

    /** Returns whether a file of this name becomes part of the image. */
    boolean includes(String resource) {
        List<Pattern> patterns = new ArrayList<>();
        Consumer<JsonNode> add =
                pattern -> patterns.add(Pattern.compile(pattern.path("pattern").asText()));
        for (String config : texts(file -> isConfig(file, "resource-config.json"))) {
            JsonNode resources = json(config).path("resources");
            (resources.isArray() ? resources : resources.path("includes")).forEach(add);
        }
        return text(resource).isPresent()
                && patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(resource).matches());
    }

    private static boolean isConfig(String file, String name) {
        return file.startsWith("META-INF/native-image/") && file.endsWith(name);
    }

    private List<String> texts(Predicate<String> wanted) {
        List<String> texts = new ArrayList<>();
        for (Path jar : jars()) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                List<? extends ZipEntry> entries = zip.stream()
                        .filter(entry -> wanted.test(entry.getName()))
                        .toList();
                for (ZipEntry entry : entries) {
                    texts.add(text(zip, entry));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return texts;
    }

    private static String text(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
