package io.github.rowmill.operate.page.live;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a page that change, by the ids of their elements. */
record Regions(Map<String, String> byId) {

    static final Regions NONE = new Regions(Map.of());

    /** Finds the parts. Text of users is escaped, and so contains no such comment. */
    private static final Pattern REGION = Pattern.compile("<!--live ([a-z-]+)-->(.*?)<!--/live-->", Pattern.DOTALL);

    /** Returns the changing parts of a page. */
    static Regions of(String html) {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher regions = REGION.matcher(html);
        while (regions.find()) {
            found.put(regions.group(1), regions.group(2));
        }
        return new Regions(found);
    }

    /** Returns the HTML for a browser that has the other parts; empty if nothing has changed. */
    String since(Regions others) {
        StringBuilder parts = new StringBuilder();
        byId.forEach((id, html) -> {
            if (!html.equals(others.byId.get(id))) {
                parts.append("<hx-partial hx-target=\"#%s\" hx-swap=\"%s\">".formatted(id, swap(id, html)))
                        .append(html)
                        .append("</hx-partial>");
            }
        });
        return parts.toString();
    }

    private static String swap(String id, String html) {
        return html.contains("id=\"" + id + '"') ? "outerMorph" : "innerMorph";
    }
}
