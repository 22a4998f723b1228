package io.github.rowmill.docs.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** A document with its path in the repository, its path in the site, its title and its text. */
record Page(Path source, Path target, String title, Node text) {

    static Page of(Path source) {
        try {
            Node text = Markdown.parse(Files.readString(source));
            return new Page(source, target(source), title(source, text), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the path in the site of a file of the repository. A document is a page, a folder is a list of its
     * files, and all other files keep their paths.
     */
    static Path target(Path source) {
        String name = source.toString();
        if (source.endsWith("README.md")) {
            return source.resolveSibling("index.html");
        }
        if (Files.isDirectory(source)) {
            return source.resolve("index.html");
        }
        return Path.of(name.endsWith(".md") ? name.substring(0, name.length() - 2) + "html" : name);
    }

    private static String title(Path source, Node text) {
        return text.getFirstChild() instanceof Heading heading ? Markdown.text(heading) : source.toString();
    }
}
