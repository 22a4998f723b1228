package io.github.rowmill.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with some JSON, and where, in words fit for the one who sent it. */
public final class JsonProblem {

    private static final Pattern QUOTED = Pattern.compile("`[^`]*`");
    private static final Pattern QUALIFIER = Pattern.compile("[\\w.$]*[.$](?=\\w)");
    private static final String UNREADABLE = "is not readable JSON";

    private JsonProblem() {}

    /** The path of the field at fault, from {@code root} on: {@code payload.lines[2].price}. */
    public static String path(String root, JsonProcessingException problem) {
        StringBuilder path = new StringBuilder(root);
        if (problem instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference step : mapping.getPath()) {
                path.append(step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
            }
        }
        return path.toString();
    }

    /** The first line of what Jackson says, without its hints about packages and sources. */
    public static String text(JsonProcessingException problem) {
        if (problem instanceof UnrecognizedPropertyException) {
            return "is not a field of this payload";
        }
        String text = problem.getOriginalMessage();
        String line = text == null ? UNREADABLE : text.lines().findFirst().orElse(UNREADABLE);
        return QUOTED.matcher(line).replaceAll(type -> Matcher.quoteReplacement(simple(type.group())));
    }

    /** {@code `java.util.List<com.acme.Line>`} to {@code `List<Line>`}. */
    private static String simple(String quotedType) {
        return QUALIFIER.matcher(quotedType).replaceAll("");
    }
}
