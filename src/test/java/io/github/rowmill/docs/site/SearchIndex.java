package io.github.rowmill.docs.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/** The text of all pages as a script. A browser may run a script from the disk, but may not read other files. */
final class SearchIndex {

    private SearchIndex() {}

    static String of(List<Page> pages) {
        List<Map<String, String>> entries = pages.stream()
                .map(page -> Map.of(
                        "title", page.title(),
                        "target", page.target().toString().replace('\\', '/'),
                        "text", Markdown.words(page.text())))
                .toList();
        try {
            return "const pages = " + new ObjectMapper().writeValueAsString(entries) + ";\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
