package io.github.rowmill.payload;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes a problem of some JSON and its position, in words that suit the sender of the JSON. */
public final class JsonProblem {

    private static final Pattern QUOTED = Pattern.compile("`[^`]*`");
    private static final Pattern QUALIFIER = Pattern.compile("[\\w.$]*[.$](?=\\w)");
    private static final String UNREADABLE = "is not readable JSON";

    private JsonProblem() {}

    /** Returns the path of the invalid field, starting with {@code root}: {@code payload.lines[2].price}. */
    public static String path(String root, JsonProcessingException problem) {
        StringBuilder path = new StringBuilder(root);
        if (problem instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference step : mapping.getPath()) {
                path.append(step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
            }
        }
        return path.toString();
    }

    /** Returns the first line of Jackson's message, without its hints about packages and sources. */
    public static String text(JsonProcessingException problem) {
        if (problem instanceof UnrecognizedPropertyException) {
            return "is not a field of this payload";
        }
        String text = problem.getOriginalMessage();
        String line = text == null ? UNREADABLE : text.lines().findFirst().orElse(UNREADABLE);
        return QUOTED.matcher(line).replaceAll(type -> Matcher.quoteReplacement(simple(type.group())));
    }

    /**
     * Returns the problem without any value from the JSON, and without the message of a class, which may quote a
     * value.
     *
     * <p>Example: {@code cannot be read as int}
     */
    static String unquoted(JsonProcessingException problem) {
        if (problem instanceof UnrecognizedPropertyException) {
            return "is not a field of this payload";
        }
        if (problem instanceof StreamConstraintsException || problem.getCause() instanceof StreamConstraintsException) {
            return text(problem); // It names only lengths and limits.
        }
        if (problem instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "cannot be read as " + mismatch.getTargetType().getSimpleName();
        }
        if (problem instanceof ValueInstantiationException refused && refused.getType() != null) {
            return "was refused by " + refused.getType().getRawClass().getSimpleName();
        }
        return problem instanceof JsonMappingException
                ? "cannot be read or written"
                : "is not readable JSON" + at(problem);
    }

    private static String at(JsonProcessingException problem) {
        JsonLocation location = problem.getLocation();
        return location == null ? "" : ", line %s, column %s".formatted(location.getLineNr(), location.getColumnNr());
    }

    /**
     * Returns the path of the invalid field without names that are values: keys of maps, and names that a class
     * accepts besides its fields.
     */
    static String unquotedPath(String root, JsonProcessingException problem) {
        StringBuilder path = new StringBuilder(root);
        if (problem instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference step : mapping.getPath()) {
                String name = step.getFieldName();
                path.append(name == null ? "[" + step.getIndex() + "]" : isName(step.getFrom()) ? "." + name : ".*");
            }
        }
        return path.toString();
    }

    private static boolean isName(@Nullable Object from) {
        Class<?> raw = from instanceof Class<?> type ? type : from == null ? Object.class : from.getClass();
        return !Map.class.isAssignableFrom(raw)
                && Stream.<AnnotatedElement>concat(Stream.of(raw.getMethods()), Stream.of(raw.getDeclaredFields()))
                        .noneMatch(member -> member.isAnnotationPresent(JsonAnySetter.class));
    }

    /** Shortens {@code `java.util.List<com.acme.Line>`} to {@code `List<Line>`}. */
    private static String simple(String quotedType) {
        return QUALIFIER.matcher(quotedType).replaceAll("");
    }
}
