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

    /**
     * What was expected, without what stands there: neither a value nor what a class says of one.
     *
     * <p>Example: {@code cannot be read as int}
     */
    static String unquoted(JsonProcessingException problem) {
        if (problem instanceof UnrecognizedPropertyException) {
            return "is not a field of this payload";
        }
        if (problem instanceof StreamConstraintsException || problem.getCause() instanceof StreamConstraintsException) {
            return text(problem); // Only lengths and limits.
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

    /** The path of the field at fault, but for names that are values: those of maps, and of what a class takes besides its fields. */
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

    /** {@code `java.util.List<com.acme.Line>`} to {@code `List<Line>`}. */
    private static String simple(String quotedType) {
        return QUALIFIER.matcher(quotedType).replaceAll("");
    }
}
