package io.github.rowmill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The imports between packages and the writes to tables, from the sources. Byte code hides some imports: constants
 * are inlined, and some annotations are not kept. Packages are named without {@code io.github.rowmill}.
 */
final class Sources {

    private static final String BASE = "io\\.github\\.rowmill\\.";
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package " + BASE + "([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?" + BASE + "((?:[a-z]\\w*\\.)*[a-z]\\w*)\\.[A-Z]");
    private static final Pattern WRITE =
            Pattern.compile("\\b(?:insert into|update|delete from|truncate(?: table)?)\\s+(rowmill_\\w+)");

    private final List<Source> sources;

    private Sources(List<Source> sources) {
        this.sources = sources;
    }

    private record Source(String name, String home, String text) {}

    /** An import of a class of another package. */
    record Import(String from, String to, String by) {}

    static Sources of(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return new Sources(files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(Sources::read)
                    .filter(source -> !source.home().isEmpty())
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Source read(Path file) {
        try {
            String text = Files.readString(file);
            String home = PACKAGE.matcher(text)
                    .results()
                    .map(found -> found.group(1))
                    .findFirst()
                    .orElse("");
            return new Source(file.getFileName().toString().replace(".java", ""), home, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> packages() {
        return sources.stream().map(Source::home).collect(Collectors.toCollection(TreeSet::new));
    }

    List<Import> imports() {
        return sources.stream()
                .flatMap(source -> IMPORT.matcher(source.text())
                        .results()
                        .map(found -> new Import(source.home(), found.group(1), source.name())))
                .filter(arrow -> !arrow.from().equals(arrow.to()))
                .toList();
    }

    /** Returns the other packages behind {@code door} that a package imports from. */
    Set<String> importedBy(String name, String door) {
        return imports().stream()
                .filter(arrow -> arrow.from().equals(name))
                .map(Import::to)
                .filter(to -> to.equals(door) || to.startsWith(door + "."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the classes with a statement that writes a table, by table. */
    Map<String, Set<String>> writersOfTables() {
        Map<String, Set<String>> writers = new TreeMap<>();
        for (Source source : sources) {
            WRITE.matcher(source.text())
                    .results()
                    .forEach(found -> writers.computeIfAbsent(found.group(1), table -> new TreeSet<>())
                            .add(source.home() + "." + source.name()));
        }
        return writers;
    }
}
