package io.github.rowmill.docs.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Writes the documents as a site into {@code target/site}, and follows every link that does not leave it. */
class SiteTest {

    private static final Path FOLDER = Path.of("target", "site");
    private static final Pattern LINK = Pattern.compile("(?:href|src|srcset)=\"([^\"]*)\"");

    private static List<Path> written;

    @BeforeAll
    static void write() throws IOException {
        written = Site.write(FOLDER);
    }

    @Test
    void everyDocumentIsAPage() {
        assertThat(documents())
                .hasSizeGreaterThan(60)
                .allSatisfy(file -> assertThat(written).contains(Page.target(file)));
        assertThat(written)
                .contains(Path.of("index.html"), Path.of("CHANGELOG.html"), Path.of("docs/decisions/index.html"));
    }

    @Test
    void everyLinkWithinTheSiteLeadsToAFileAndItsHeading() {
        List<String> broken = new ArrayList<>();
        int ofTheTexts = 0;
        for (Path page : pages()) {
            String html = read(page);
            for (String link : links(html)) {
                if (!leadsSomewhere(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
            ofTheTexts += links(html.substring(html.indexOf("<main>"))).size();
        }

        assertThat(broken).isEmpty();
        assertThat(ofTheTexts).isGreaterThan(200);
    }

    @Test
    void aLinkThatLeadsNowhereIsFound() {
        Path page = Path.of("docs", "guarantees.html");

        assertThat(leadsSomewhere(page, "architecture.html")).isTrue();
        assertThat(leadsSomewhere(page, "architecture.html#claim")).isTrue();
        assertThat(leadsSomewhere(page, "architecture.html#no-such-heading")).isFalse();
        assertThat(leadsSomewhere(page, "no-such-page.html")).isFalse();
        assertThat(leadsSomewhere(page, "#no-such-heading")).isFalse();
    }

    @Test
    void everyPageIsInTheTableOfContentsButForRecordsAndTheLab() {
        Contents contents = Contents.read(Path.of("docs", "README.md"));

        assertThat(contents.parts())
                .hasSizeGreaterThan(5)
                .allMatch(part -> !part.sources().isEmpty());
        assertThat(documents())
                .filteredOn(source -> !source.toString().matches("docs/(decisions|lab)/.*|docs/README.md"))
                .hasSizeGreaterThan(30)
                .allSatisfy(source -> assertThat(contents.parts())
                        .anyMatch(part -> part.sources().contains(source)));
    }

    @Test
    void theSearchIndexContainsEveryPage() {
        String index = read(Path.of("pages.js"));

        assertThat(index).startsWith("const pages = [");
        assertThat(documents()).allSatisfy(source -> assertThat(index).contains("\"" + Page.target(source) + "\""));
        assertThat(index).contains("idempotencykey()", "rowmill.dashboard.enabled=true");
    }

    private static List<Path> documents() {
        try (Stream<Path> documents = Files.walk(Path.of("docs"))) {
            return documents
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noLinkLeadsToTheSourceOfAPage() {
        assertThat(pages())
                .allSatisfy(page -> assertThat(links(read(page)))
                        .as(page.toString())
                        .noneMatch(link -> link.matches(".*\\.md(#.*)?")));
    }

    @Test
    void nothingIsFetchedFromElsewhere() {
        assertThat(pages())
                .allSatisfy(page -> assertThat(read(page))
                        .as(page.toString())
                        .doesNotContainPattern("<script(?! src=\"(?:[.][.]/)*(pages|site)\\.js\" defer></script>)")
                        .doesNotContainPattern("(src|srcset|<link[^>]* href)=\"https?:"));
        assertThat(read(Path.of("site.css")))
                .contains("color-scheme: light dark")
                .doesNotContain("url(");
    }

    private static List<Path> pages() {
        return written.stream()
                .filter(file -> file.toString().endsWith(".html"))
                .toList();
    }

    /** Returns the links that do not lead to another host. */
    private static List<String> links(String html) {
        return LINK.matcher(html)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : beside(page, parts[0]);
        return written.contains(target) && (parts.length == 1 || read(target).contains("id=\"" + parts[1] + "\""));
    }

    private static Path beside(Path page, String name) {
        Path parent = page.getParent();
        return (parent == null ? Path.of(name) : parent.resolve(name)).normalize();
    }

    private static String read(Path file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
