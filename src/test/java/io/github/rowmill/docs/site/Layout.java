package io.github.rowmill.docs.site;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The frame of every page: its head, the search and the navigation. The navigation has the order of the table of
 * contents.
 */
final class Layout {

    private final Contents contents;

    Layout(Contents contents) {
        this.contents = contents;
    }

    String page(Page page, String html, List<Page> all) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%1$s</title>
                <link rel="stylesheet" href="%2$s">
                <script src="%3$s" defer></script>
                <script src="%4$s" defer></script>
                </head>
                <body>
                <nav aria-label="Documents">
                <input type="search" id="search" placeholder="Search" aria-label="Search all pages">
                <ul id="found" data-root="%5$s" aria-live="polite"></ul>
                %6$s</nav>
                <main>
                %7$s</main>
                </body>
                </html>
                """.formatted(
                        escaped(page.title()),
                        relative(page.target(), Path.of("site.css")),
                        relative(page.target(), Path.of("pages.js")),
                        relative(page.target(), Path.of("site.js")),
                        relative(page.target(), Path.of("index.html")).replace("index.html", ""),
                        navigation(page, all),
                        html);
    }

    private String navigation(Page page, List<Page> all) {
        Stream<String> parts = contents.parts().stream()
                .map(part -> part(
                        part.title(),
                        page,
                        part.sources().stream()
                                .flatMap(source ->
                                        all.stream().filter(one -> one.source().equals(source)))
                                .distinct()
                                .toList(),
                        true));
        List<Page> others = all.stream().filter(one -> !contents.has(one)).toList();
        String more = part("More", page, others, others.contains(page));
        return Stream.concat(parts, Stream.of(more)).collect(Collectors.joining());
    }

    private static String part(String title, Page page, List<Page> pages, boolean isOpen) {
        return pages.stream()
                .map(one -> "<li><a href=\"%s\"%s>%s</a></li>%n"
                        .formatted(
                                relative(page.target(), one.target()),
                                one.source().equals(page.source()) ? " aria-current=\"page\"" : "",
                                escaped(one.title())))
                .collect(Collectors.joining(
                        "",
                        "<details%s><summary>%s</summary>%n<ul>%n".formatted(isOpen ? " open" : "", title),
                        "</ul></details>\n"));
    }

    /** Returns the path from one page to a file, as a browser follows it. */
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
