package io.github.rowmill.operate.page.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the differences between two recorded states. */
public final class Changes {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Longest value; longer ones are cut. The whole payload is on its task's page. */
    private static final int MAX = 200;

    private Changes() {}

    /** A field that differs. A value is empty if the field did not exist. */
    public record Change(String field, String before, String after) {}

    static List<Change> between(@Nullable String before, @Nullable String after) {
        JsonNode was = read(before);
        JsonNode is = read(after);
        Set<String> fields = new LinkedHashSet<>();
        was.fieldNames().forEachRemaining(fields::add);
        is.fieldNames().forEachRemaining(fields::add);
        List<Change> changes = new ArrayList<>();
        for (String field : fields) {
            if (!field.equals("version") && !was.path(field).equals(is.path(field))) {
                changes.add(new Change(field, text(was.path(field)), text(is.path(field))));
            }
        }
        return changes;
    }

    private static JsonNode read(@Nullable String json) {
        try {
            return json == null ? JSON.createObjectNode() : JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode(); // never happens: jsonb holds JSON only
        }
    }

    private static String text(JsonNode value) {
        String text = value.isValueNode() ? value.asText() : value.isMissingNode() ? "" : value.toString();
        return text.length() <= MAX ? text : text.substring(0, MAX) + "…";
    }
}
