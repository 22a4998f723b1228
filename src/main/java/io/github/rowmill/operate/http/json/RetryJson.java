package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.Violation;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The changes of a task by a retry. Fields that are left out or null change nothing. */
@RegisterForReflection
@Schema(
        name = "RowmillRetry",
        description = "The changes of a task by a retry. A field that is missing or null stays as it is.")
public record RetryJson(
        @Schema(
                description = PATCH,
                implementation = Object.class,
                examples = "{\"account\": \"a-2093\", \"old\": null}")
        @Nullable
        JsonNode patch,

        @Schema(description = ATTEMPTS, minimum = "1", maximum = "1000000000") @Nullable
        Integer attempts) {

    public static final String PATCH =
            "A JSON merge patch (RFC 7396) of the payload: it sets fields, and removes fields that are null in it. The patched payload must fit the type. Keys that were derived from the payload stay as they are.";
    public static final String ATTEMPTS =
            "How many attempts the task has from now on. If missing, the attempts that are left, or one.";

    /** Converts the changes to their Java form. */
    public RetryOptions options() {
        return options(patch, attempts);
    }

    /** @throws ProblemException if a field is invalid */
    public static RetryOptions options(@Nullable JsonNode patch, @Nullable Integer attempts) {
        if (attempts != null && !RetryOptions.canBeAttempts(attempts)) {
            String rule = "must be 1 to %s, was %s".formatted(RetryOptions.MAX_ATTEMPTS, attempts);
            throw ProblemException.of(List.of(new Violation("attempts", rule)));
        }
        return new RetryOptions(patch == null || patch.isNull() ? null : patch.toString(), attempts);
    }
}
