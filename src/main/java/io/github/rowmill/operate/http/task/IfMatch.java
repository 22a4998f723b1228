package io.github.rowmill.operate.http.task;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The header {@code If-Match}: versions of a task, in the form of its {@code ETag} (RFC 9110, 13.1.1). */
public final class IfMatch {

    private static final int MAX_LENGTH = 1_000;
    private static final Pattern TAG = Pattern.compile("(W/)?\"([^\"]*)\"");
    private static final Pattern TAGS = Pattern.compile("%1$s(\\s*,\\s*%1$s)*".formatted(TAG.pattern()));
    private static final Pattern VERSION = Pattern.compile("\\d{1,18}");

    private IfMatch() {}

    /**
     * Returns the versions that a caller has seen. Weak tags and tags that are no versions match no task.
     *
     * @return null for any version, if the header is missing or {@code *}
     * @throws ProblemException if the header is malformed, or has only weak tags
     */
    public static @Nullable Set<Long> versions(@Nullable String header) {
        if (header == null || header.strip().equals("*")) {
            return null;
        }
        String tags = header.strip();
        if (tags.length() > MAX_LENGTH || !TAGS.matcher(tags).matches()) {
            throw ProblemException.of(
                    List.of(new Violation("If-Match", "must be * or the ETag of the task, such as \"7\"")));
        }
        List<MatchResult> sent = TAG.matcher(tags).results().toList();
        if (sent.stream().allMatch(tag -> tag.group(1) != null)) {
            throw ProblemException.of(
                    Kind.STALE_VERSION,
                    "If-Match has a weak ETag, which never matches; send it without W/, such as \"7\" instead of W/\"7\"; a proxy that compresses answers may have added W/");
        }
        return sent.stream()
                .filter(tag -> tag.group(1) == null)
                .map(tag -> tag.group(2))
                .filter(VERSION.asMatchPredicate())
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }

    /**
     * Returns the versions that a caller has seen, for a change that needs the header.
     *
     * @return null for any version, if the header is {@code *}
     */
    public static @Nullable Set<Long> required(@Nullable String header) {
        if (header == null) {
            throw ProblemException.of(
                    Kind.VERSION_REQUIRED,
                    "send If-Match with the ETag of the task as you read it, so that a change by another caller is not lost");
        }
        return versions(header);
    }
}
