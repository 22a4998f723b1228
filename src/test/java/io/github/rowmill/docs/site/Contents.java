package io.github.rowmill.docs.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/** The table of contents: the headings of a page, with the sources that the links below each heading lead to. */
record Contents(List<Part> parts) {

    /** A heading and its sources, in their order. */
    record Part(String title, List<Path> sources) {}

    static Contents read(Path page) {
        List<Part> parts = new ArrayList<>();
        for (Node node = Page.of(page).text().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() == 2) {
                parts.add(new Part(Markdown.text(heading), new ArrayList<>()));
            } else if (!parts.isEmpty()) {
                parts.get(parts.size() - 1).sources().addAll(linkedFrom(page, node));
            }
        }
        return new Contents(parts);
    }

    private static List<Path> linkedFrom(Path page, Node node) {
        List<Path> sources = new ArrayList<>();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String destination = link.getDestination().split("#", 2)[0];
                sources.add(page.resolveSibling(destination).normalize());
            }
        });
        return sources;
    }

    boolean has(Page page) {
        return parts.stream().anyMatch(part -> part.sources().contains(page.source()));
    }
}
