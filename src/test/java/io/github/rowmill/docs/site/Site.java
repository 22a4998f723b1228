package io.github.rowmill.docs.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.Node;

/**
 * Writes README, the documents and the files that they link to as pages that a browser reads from the disk. Each page
 * has the path of its source in the repository, so a link leads to the same place in both.
 */
final class Site {

    private static final List<String> AT_THE_TOP = List.of(
            "README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "UPGRADING.md", "CHANGELOG.md");
    private static final List<String> ASSETS = List.of("site.css", "site.js");

    private final Path folder;
    private final Layout layout = new Layout(Contents.read(Path.of("docs", "README.md")));
    private final List<Page> pages = new ArrayList<>();
    private final Set<Path> linked = new TreeSet<>();

    private Site(Path folder) {
        this.folder = folder;
    }

    /** Writes the site into a folder, and returns the files that it wrote. */
    static List<Path> write(Path folder) throws IOException {
        return new Site(folder).write();
    }

    private List<Path> write() throws IOException {
        AT_THE_TOP.forEach(name -> pages.add(Page.of(Path.of(name))));
        documents(true).forEach(source -> pages.add(Page.of(source)));
        linked.addAll(documents(false));
        for (int i = 0; i < pages.size(); i++) { // a page may add the pages that it links to
            write(pages.get(i));
        }
        for (Path source : List.copyOf(linked)) {
            copy(source);
        }
        for (String asset : ASSETS) {
            try (InputStream content = Site.class.getResourceAsStream("/site/" + asset)) {
                write(Path.of(asset), Objects.requireNonNull(content).readAllBytes());
            }
        }
        write(Path.of("pages.js"), SearchIndex.of(pages).getBytes(StandardCharsets.UTF_8));
        try (Stream<Path> written = Files.walk(folder)) {
            return written.filter(Files::isRegularFile).map(folder::relativize).toList();
        }
    }

    /** Returns the texts of the folder of documents, or its other files, such as pictures. */
    private static List<Path> documents(boolean texts) {
        return files(Path.of("docs")).stream()
                .filter(file -> file.toString().endsWith(".md") == texts)
                .toList();
    }

    private void write(Page page) {
        String html = Markdown.html(page.text(), destination -> link(page, destination));
        write(page.target(), layout.page(page, html, pages).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the destination of a link in the site, and adds the linked source to the site. */
    private String link(Page page, String destination) {
        if (destination.matches("[a-z]+:.*") || destination.startsWith("#")) {
            return destination;
        }
        String[] parts = destination.split("#", 2);
        Path source = beside(page.source(), parts[0]);
        remember(source);
        String target = Layout.relative(page.target(), Page.target(source));
        return parts.length == 1 ? target : target + "#" + parts[1];
    }

    private static Path beside(Path page, String name) {
        Path parent = page.getParent();
        return (parent == null ? Path.of(name) : parent.resolve(name)).normalize();
    }

    private void remember(Path source) {
        if (Files.exists(source.resolve("README.md"))) {
            remember(source.resolve("README.md"));
        } else if (Files.isDirectory(source)) {
            linked.add(source);
            files(source).forEach(this::remember);
        } else if (pages.stream().noneMatch(page -> page.source().equals(source)) && Files.exists(source)) {
            add(source);
        }
    }

    private void add(Path source) {
        if (source.toString().endsWith(".md")) {
            pages.add(Page.of(source));
        } else {
            linked.add(source);
        }
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copy(Path source) throws IOException {
        if (Files.isDirectory(source)) {
            Page list =
                    new Page(source, Page.target(source), source.getFileName().toString(), list(source));
            write(list);
        } else {
            Path target = folder.resolve(source);
            Files.createDirectories(target.getParent());
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the list of a folder's files, as a page. */
    private Node list(Path source) {
        return Markdown.parse(files(source).stream()
                .map(file -> "- [%s](%s/%s)".formatted(title(file), source.getFileName(), source.relativize(file)))
                .collect(Collectors.joining("\n", "# " + source + "\n\n", "\n")));
    }

    private String title(Path file) {
        return pages.stream()
                .filter(page -> page.source().equals(file))
                .map(Page::title)
                .findFirst()
                .orElse(file.toString());
    }

    private void write(Path target, byte[] content) {
        try {
            Path file = folder.resolve(target);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
