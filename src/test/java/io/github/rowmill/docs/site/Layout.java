package io.github.rowmill.docs.site;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What is around the text of every page: a head, and where else there is to go. */
final class Layout {

    /** The parts of the navigation: what they are called, and which sources they have. */
    private record Part(String title, String sources) {

        boolean has(Page page) {
            return page.source().toString().replace('\\', '/').matches(sources);
        }
    }

    private static final List<Part> PARTS = List.of(
            new Part("Rowmill", "[A-Z]+\\.md"),
            new Part("How to", "docs/how-to/.*"),
            new Part("Reference", "docs/reference/.*"),
            new Part("Understand", "docs/[^/]*\\.md"),
            new Part("Lab", "docs/lab/.*"),
            new Part("Decisions", "docs/decisions/.*"));

    private Layout() {}

    static String page(Page page, String html, List<Page> all) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%s">
                </head>
                <body>
                <nav aria-label="Documents">
                %s</nav>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(
                escaped(page.title()), relative(page.target(), Path.of("site.css")), navigation(page, all), html);
    }

    private static String navigation(Page page, List<Page> all) {
        return PARTS.stream().map(part -> part(part, page, all)).collect(Collectors.joining());
    }

    /** The decisions are many, and folded where they are not what is read. */
    private static String part(Part part, Page page, List<Page> all) {
        String open = part.has(page) || !part.title().equals("Decisions") ? " open" : "";
        return all.stream()
                .filter(part::has)
                .map(one -> "<li><a href=\"%s\"%s>%s</a></li>%n"
                        .formatted(
                                relative(page.target(), one.target()),
                                one.source().equals(page.source()) ? " aria-current=\"page\"" : "",
                                escaped(one.title())))
                .collect(Collectors.joining(
                        "",
                        "<details%s><summary>%s</summary>%n<ul>%n".formatted(open, part.title()),
                        "</ul></details>\n"));
    }

    /** The way from one page to a file, as a browser goes it. */
    static String relative(Path from, Path to) {
        Path parent = from.getParent();
        Path way = parent == null ? to : parent.relativize(to);
        return way.toString().replace('\\', '/');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
