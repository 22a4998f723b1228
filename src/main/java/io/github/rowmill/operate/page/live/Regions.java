package io.github.rowmill.operate.page.live;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a page that change, by the ids of the elements that hold them. */
record Regions(Map<String, String> byId) {

    static final Regions NONE = new Regions(Map.of());

    /** Text of others is escaped, and holds no comment. */
    private static final Pattern REGION = Pattern.compile("<!--live ([a-z-]+)-->(.*?)<!--/live-->", Pattern.DOTALL);

    /** Those of a page. */
    static Regions of(String html) {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher regions = REGION.matcher(html);
        while (regions.find()) {
            found.put(regions.group(1), regions.group(2));
        }
        return new Regions(found);
    }

    /** What a browser has to be sent that has the others; empty: nothing. */
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
