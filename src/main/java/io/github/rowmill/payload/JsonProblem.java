package io.github.rowmill.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;

/** What is wrong with some JSON, and where, in words fit for the one who sent it. */
public final class JsonProblem {

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

    /** The first line of what Jackson says, without its hints about classes and sources. */
    public static String text(JsonProcessingException problem) {
        String text = problem.getOriginalMessage();
        return text == null ? "is not readable JSON" : text.lines().findFirst().orElse("is not readable JSON");
    }
}
