package io.github.rowmill.operate.http.json;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What an attempt logged. */
@Schema(name = "AttemptLog", description = "What an attempt logged, as far as it was kept")
public record LogJson(
        long task,
        int attempt,
        @Schema(description = "The last lines, a line break behind each; null if nothing was kept", nullable = true)
                @Nullable
                String lines) {}
